// All texts of the page, in each of its languages.

export const dictionary = {
  en: {
    "title": "Soundbox fleet", "skip": "Skip to the content", "language": "Language",
    "theme": "Colours", "theme.auto": "Auto", "theme.light": "Light", "theme.dark": "Dark",
    "logout": "Sign out", "role.view": "viewer", "role.operate": "operator",
    "login.title": "Sign in", "login.text": "Enter your access token to see this fleet.",
    "login.token": "Token", "login.enter": "Sign in", "login.wrong": "Unknown token.",
    "live": "live", "connecting": "connecting", "stale": "Out of date since {time}: no data from the monitor.",
    "counters": "Fleet overview", "views": "Views", "loading": "Loading …",
    "failed.load": "Loading failed: {why}", "retry": "Try again", "close": "Close",
    "unreachable": "monitor unreachable",
    "group.boxes": "Boxes", "group.orders": "Orders, last 5 minutes", "group.delay": "Time to first sample, 5 min",
    "group.open": "Needs attention", "first": "Time to first sample", "group.monitor": "Monitor",
    "total": "total", "condition.online": "online", "condition.degraded": "degraded",
    "condition.lost": "lost", "condition.offline": "offline", "condition.never_seen": "never seen",
    "silent": "silent", "silent.about": "Online and receiving orders, but has announced none of them",
    "published": "published", "delivered": "delivered", "handled": "handled", "failed": "failed",
    "failed.about": "Failed or rejected", "expired": "expired", "unanswered": "unanswered",
    "unanswered.day": "unanswered, 24\u00a0h", "unanswered.five": "last 5 minutes", "unanswered.hours": "last 24 hours",
    "unanswered.about": "No box has reported on these orders in time. Orders that still ring or wait their turn on a box are not included.",
    "p50": "p50", "p95": "p95", "delay.about": "From publishing to the first sample, for {part} of the orders",
    "gaps": "gaps", "gaps.about": "{receipts} receipts of {boxes} boxes are missing",
    "database": "database", "database.ok": "ok", "database.failing": "failing",
    "database.about": "Last commit {time}", "database.fails": "Database unavailable since {time}: {why}. The broker keeps the receipts.",
    "lag": "commit lag", "lag.about": "How long the latest messages took to be stored, or have been waiting for it",
    "broker": "broker", "broker.online": "ok", "broker.offline": "unreachable",
    "broker.fails": "Broker unreachable: {why}",
    "alarms": "alarms", "spoken.summary": "{total} boxes: {online} online, {degraded} degraded, {lost} lost, {silent} silent. {unanswered} orders of the last 24 hours unanswered.",
    "tab.boxes": "Boxes", "tab.orders": "Orders", "tab.failures": "Failures", "tab.unanswered": "Unanswered",
    "tab.alarms": "Alarms", "tab.actions": "Audit", "tab.unreadable": "Unreadable",
    "search": "Search", "search.boxes": "Search boxes", "search.hint": "Search boxes; press /",
    "filters": "Filters", "clear": "Clear filters", "shown": "{shown} of {total}", "filter.of": "Filter: {name}",
    "filter.any": "any", "filter.number": ">5", "filter.age": ">5m",
    "filter.about": "Numbers: 5, >5, <5. Ages: >30s, >5m, <2h, >1d.",
    "remove": "Remove filter {name}", "views.saved": "Saved views", "views.save": "Save this view …",
    "views.name": "Name of the view", "views.forget": "Forget {name}", "views.none": "The address of this page contains the view: bookmark it, or save it in this browser.",
    "export": "Export", "export.shown": "Shown boxes, as CSV", "export.boxes.csv": "All boxes, as CSV",
    "export.boxes.jsonl": "All boxes, as JSON lines", "export.receipts.csv": "All receipts, as CSV",
    "export.receipts.jsonl": "All receipts, as JSON lines", "boxes.none": "No matching boxes. ", "boxes.label": "Boxes; arrow keys move, Enter opens",
    "sort.by": "Sort by {name}",
    "column.condition": "Condition", "column.store": "Store", "column.box": "Box", "column.troubles": "Troubles",
    "column.stateSince": "Since", "column.lastSeen": "Seen", "column.lastOrder": "Order", "column.lastHandled": "Handled",
    "column.lastOutcome": "Outcome", "column.queue": "Queue", "column.volume": "Volume", "column.audio": "Audio",
    "column.missing": "Gaps", "column.version": "Version", "column.pack": "Pack", "column.reconnects": "Reconnects",
    "column.uptime": "Up", "column.ringing": "Ringing",
    "age.s": "{n} s", "age.m": "{n} min", "age.h": "{n} h", "age.d": "{n} d",
    "trouble.audio": "no audio", "trouble.muted": "muted", "trouble.queue": "long queue",
    "trouble.clock": "clock not synchronized", "trouble.volume": "volume 0", "trouble.silent": "silent",
    "audio.idle": "idle", "audio.playing": "playing", "audio.unavailable": "unavailable",
    "outcome.played": "played", "outcome.stopped": "stopped", "outcome.duplicate": "duplicate",
    "outcome.failed": "failed", "outcome.expired": "expired", "outcome.rejected": "rejected",
    "outcome.muted": "muted", "outcome.summarized": "summarized", "outcome.waiting": "waiting",
    "code.2": "clip missing", "code.3": "audio", "code.4": "crashes", "code.6": "malformed", "code.7": "conflict", "code.8": "queue full",
    "state.online": "online", "state.lost": "lost", "state.offline": "offline", "state.unknown": "unknown",
    "orders.find": "Open an order", "orders.find.hint": "Id or order number", "open": "Open",
    "orders.all": "all", "orders.none": "No orders.", "orders.recent": "Last 5 minutes:", "orders.outcome": "Outcome", "orders.of": "Only {box}",
    "orders.rest": "All orders of this box", "orders.older": "Older orders",
    "orders.five": "Orders of the last 5 minutes, as far as they are among the newest ones.",
    "order": "Order", "id": "Id", "box": "Box", "when": "When", "outcome": "Outcome", "reason": "Reason",
    "words": "Text", "delay": "Delay", "notes": "Notes", "attempt": "attempt {n}", "repeated": "{n} repeated",
    "contradicted": "{n} contradictory", "replayed": "played again after a crash",
    "failures.none": "No failures.", "failures.hours": "Of the last", "hours": "{n} h", "days": "{n} d",
    "failures.groups": "By reason", "failures.each": "Single orders", "count": "Count", "last": "Last",
    "failures.all": "all reasons",
    "unanswered.none": "No unanswered orders.", "unanswered.title": "Unanswered orders",
    "alarmed.unanswered": "unanswered orders: {count}, the oldest from {oldest}",
    "alarmed.failures": "failed orders within {seconds} s: {count}, most of them with code {code}, {why}",
    "alarmed.database": "database unavailable: {why}", "alarmed.broker": "broker unreachable: {why}",
    "alarmed.lost": "lost since {since}", "alarmed.gaps": "{count} receipts are missing",
    "alarmed.audio": "no sound device", "alarmed.many": "{count} boxes, such as {examples}",
    "alarmed.silent": "online and receiving orders, but has announced none since {since}",
    "alarmed.mute": "online and receiving orders, but has never announced one",
    "about.box": "box {name}", "about.store": "store {name}", "about.fleet": "fleet", "about.monitor": "monitor",
    "alarms.none": "No alarms so far.", "alarm.open": "open", "alarm.over": "cleared", "name": "Name", "subject": "Subject",
    "severity": "Severity", "severity.critical": "critical", "severity.warning": "warning", "text": "Text", "raised": "Raised", "cleared": "Cleared", "state": "State",
    "actions.none": "No requests to boxes.", "who": "User", "origin": "From", "action": "Action",
    "body": "Parameters", "result": "Result", "result.waiting": "no answer yet", "result.ok": "ok", "result.unreachable": "box offline",
    "result.silence": "no answer in {n} s", "result.refused": "refused: {why}", "took": "took {time}",
    "unreadable.none": "No unreadable messages.", "topic": "Topic", "payload": "Message",
    "timeline": "From publishing to the last sample", "step.published": "Published", "step.received": "Received by the box",
    "step.delivered": "Stored on the box", "step.deliveredAt": "Receipt ‘delivered’ arrived", "step.started": "First sample",
    "step.finished": "Last sample", "step.handledAt": "Receipt ‘handled’ arrived",
    "step.missing": "not reported", "clock.box": "box’s clock", "clock.monitor": "monitor’s clock",
    "gap.slow": "slow", "gap.clocks": "clocks differ", "clock.unsynced": "The box’s clock is not synchronized.",
    "receipts": "Receipts", "receipt": "Receipt", "receipt.delivered": "delivered", "receipt.handled": "handled",
    "seq": "Number", "session": "Connection", "written": "Written", "arrived": "Arrived", "mark": "Mark",
    "mark.first": "new", "mark.late": "late", "mark.repeated": "repeated", "mark.contradictory": "contradictory",
    "mark.duplicate": "sent again by the box",
    "box.states": "State, last 24 hours", "box.health": "Health, last 24 hours", "box.orders": "Last orders",
    "box.info": "About this box", "box.gaps": "Missing receipts", "box.gaps.none": "No receipts are missing.", "box.actions": "Actions on this box",
    "box.outcomes": "Outcomes, last 24 hours", "box.nothing": "No reports.", "box.first": "First seen {time}",
    "box.reported": "Reported {time}", "box.settings": "Settings", "box.now": "Now",
    "chart.queue": "Queue", "chart.volume": "Volume, %", "chart.memory": "Memory, MB", "chart.reconnects": "Reconnects",
    "chart.xruns": "Underruns", "chart.unpublished": "Unsent receipts", "chart.audio": "Audio", "chart.range": "{low} to {high}, now {last}", "chart.same": "always {last}", "clock": "Clock",
    "device": "Device", "muted.until": "muted until {time}", "ringing": "Ringing", "memory": "Memory",
    "ask.say": "Test sound", "ask.volume": "Volume …", "ask.mute": "Mute …", "ask.stop": "Stop …", "ask.replay": "Replay",
    "ask.acknowledge": "Acknowledge", "ask.health": "Request health",
    "verb.say": "test sound", "verb.volume": "volume", "verb.mute": "mute", "verb.stop": "stop", "verb.replay": "replay",
    "verb.acknowledge": "acknowledge", "verb.health": "health", "verb.receipts": "missing receipts",
    "sure.say": "Play a test sound on {box}? Everyone in the store will hear it.",
    "sure.volume": "Set the volume of {box}.", "sure.mute": "Mute {box} for a while.",
    "sure.stop": "Stop announcements on {box}. Each stopped order gets its receipt.",
    "sure.replay": "Replay {id} on {box}?", "sure.acknowledge": "Stop repeating order {id} on {box}?",
    "sure.health": "Request a health report from {box}?",
    "field.volume": "Volume, 0 to 100 %", "field.mute": "Duration", "mute.off": "unmute",
    "mute.m": "{n} minutes", "mute.h": "{n} hours", "field.scope": "What", "scope.current": "current announcement", "scope.queue": "queue",
    "scope.all": "both", "cancel": "Cancel", "do": "Send", "asking": "Sending …", "answer.ok": "Done.", "answer.other": "Failed: {why}",
    "none": "–", "back": "All boxes", "ms": "{n} ms", "s": "{n} s",
  },
  zh: {
    "title": "音箱机群", "skip": "跳到内容", "language": "语言",
    "theme": "颜色", "theme.auto": "自动", "theme.light": "浅色", "theme.dark": "深色",
    "logout": "退出", "role.view": "只读", "role.operate": "可操作",
    "login.title": "登录", "login.text": "请输入访问令牌以查看机群。",
    "login.token": "令牌", "login.enter": "登录", "login.wrong": "令牌无效。",
    "live": "实时", "connecting": "连接中", "stale": "自 {time} 起数据已过期：监控端没有新消息。",
    "counters": "机群概览", "views": "视图", "loading": "加载中……",
    "failed.load": "加载失败：{why}", "retry": "重试", "close": "关闭",
    "unreachable": "无法连接监控端",
    "group.boxes": "音箱", "group.orders": "订单（最近 5 分钟）", "group.delay": "首个采样（5 分钟）",
    "group.open": "待处理", "first": "到首个采样", "group.monitor": "监控",
    "total": "总数", "condition.online": "在线", "condition.degraded": "异常",
    "condition.lost": "失联", "condition.offline": "离线", "condition.never_seen": "从未出现",
    "silent": "沉默", "silent.about": "在线且收到订单，但没有播报",
    "published": "已发布", "delivered": "已送达", "handled": "已处理", "failed": "失败",
    "failed.about": "失败或被拒绝", "expired": "过期", "unanswered": "未答复",
    "unanswered.day": "24 小时未答复", "unanswered.five": "最近 5 分钟", "unanswered.hours": "最近 24 小时",
    "unanswered.about": "超过等待时限仍没有任何音箱回应的订单。正在响铃或排队等候的不算在内。",
    "p50": "p50", "p95": "p95", "delay.about": "从发布到首个采样，{part} 的订单",
    "gaps": "缺口", "gaps.about": "{boxes} 台音箱缺少 {receipts} 条回执",
    "database": "数据库", "database.ok": "正常", "database.failing": "故障",
    "database.about": "最近写入 {time}", "database.fails": "数据库自 {time} 起无法写入：{why}。回执由消息服务器保留。",
    "lag": "写入延迟", "lag.about": "最近的消息从到达到写入数据库所用的时间，或正在等待写入的时间",
    "broker": "消息服务器", "broker.online": "正常", "broker.offline": "断开",
    "broker.fails": "无法连接消息服务器：{why}",
    "alarms": "告警", "spoken.summary": "共 {total} 台音箱：{online} 台在线，{degraded} 台异常，{lost} 台失联，{silent} 台沉默。最近 24 小时 {unanswered} 个订单未答复。",
    "tab.boxes": "音箱", "tab.orders": "订单", "tab.failures": "失败", "tab.unanswered": "未答复",
    "tab.alarms": "告警", "tab.actions": "操作记录", "tab.unreadable": "无法解析",
    "search": "搜索", "search.boxes": "搜索音箱", "search.hint": "任意词语；按 / 键跳到这里",
    "filters": "筛选", "clear": "清除筛选", "shown": "{shown} / {total}", "filter.of": "筛选：{name}",
    "filter.any": "全部", "filter.number": ">5", "filter.age": ">5m",
    "filter.about": "数字：5、>5、<5。时长：>30s、>5m、<2h、>1d。",
    "remove": "移除筛选 {name}", "views.saved": "已存视图", "views.save": "保存此视图……",
    "views.name": "视图名称", "views.forget": "删除 {name}", "views.none": "当前视图保存在网址中，可以收藏；也可以保存在此浏览器里。",
    "export": "导出", "export.shown": "当前显示（CSV）", "export.boxes.csv": "全部音箱（CSV）",
    "export.boxes.jsonl": "全部音箱（JSON 行）", "export.receipts.csv": "全部回执（CSV）",
    "export.receipts.jsonl": "全部回执（JSON 行）", "boxes.none": "没有符合的音箱。", "boxes.label": "音箱；方向键移动，回车打开",
    "sort.by": "按{name}排序",
    "column.condition": "状态", "column.store": "门店", "column.box": "音箱", "column.troubles": "问题",
    "column.stateSince": "持续", "column.lastSeen": "上次出现", "column.lastOrder": "上次订单", "column.lastHandled": "上次处理",
    "column.lastOutcome": "结果", "column.queue": "队列", "column.volume": "音量", "column.audio": "音频",
    "column.missing": "缺口", "column.version": "版本", "column.pack": "语音包", "column.reconnects": "重连",
    "column.uptime": "运行", "column.ringing": "响铃",
    "age.s": "{n} 秒", "age.m": "{n} 分", "age.h": "{n} 小时", "age.d": "{n} 天",
    "trouble.audio": "无音频", "trouble.muted": "静音", "trouble.queue": "队列过长",
    "trouble.clock": "时钟未校准", "trouble.volume": "音量为 0", "trouble.silent": "沉默",
    "audio.idle": "空闲", "audio.playing": "播放中", "audio.unavailable": "不可用",
    "outcome.played": "已播报", "outcome.stopped": "已停止", "outcome.duplicate": "重复",
    "outcome.failed": "失败", "outcome.expired": "过期", "outcome.rejected": "被拒绝",
    "outcome.muted": "静音", "outcome.summarized": "已汇总", "outcome.waiting": "等待中",
    "code.2": "缺少语音片段", "code.3": "音频", "code.4": "崩溃", "code.6": "格式错误", "code.7": "冲突", "code.8": "队列已满",
    "state.online": "在线", "state.lost": "失联", "state.offline": "离线", "state.unknown": "未知",
    "orders.find": "打开订单", "orders.find.hint": "编号或订单号", "open": "打开",
    "orders.all": "全部", "orders.none": "这里没有订单。", "orders.recent": "最近 5 分钟：", "orders.outcome": "结果", "orders.of": "仅 {box}",
    "orders.rest": "此音箱的全部订单", "orders.older": "更早的订单",
    "orders.five": "最近 5 分钟，仅限最新的一批订单。",
    "order": "订单", "id": "编号", "box": "音箱", "when": "时间", "outcome": "结果", "reason": "原因",
    "words": "内容", "delay": "延迟", "notes": "备注", "attempt": "第 {n} 次", "repeated": "重复 {n} 次",
    "contradicted": "矛盾 {n} 次", "replayed": "崩溃后重播",
    "failures.none": "没有失败。", "failures.hours": "最近", "hours": "{n} 小时", "days": "{n} 天",
    "failures.groups": "按原因", "failures.each": "逐条", "count": "数量", "last": "最近",
    "failures.all": "全部原因",
    "unanswered.none": "每个订单都有答复。", "unanswered.title": "未答复的订单",
    "alarmed.unanswered": "无人答复的订单：{count} 个，最早的来自 {oldest}",
    "alarmed.failures": "{seconds} 秒内未能播报的订单：{count} 个，多数的代码为 {code}：{why}",
    "alarmed.database": "数据库没有响应：{why}", "alarmed.broker": "与消息服务器断开：{why}",
    "alarmed.lost": "自 {since} 起失联", "alarmed.gaps": "缺少 {count} 份回执",
    "alarmed.audio": "没有声音设备", "alarmed.many": "{count} 台音箱，例如 {examples}",
    "alarmed.silent": "在线并收到订单，但自 {since} 起没有处理过任何订单",
    "alarmed.mute": "在线并收到订单，但从未处理过任何订单",
    "about.box": "音箱 {name}", "about.store": "门店 {name}", "about.fleet": "机群", "about.monitor": "监控",
    "alarms.none": "没有告警。", "alarm.open": "未解除", "alarm.over": "已解除", "name": "名称", "subject": "对象",
    "severity": "级别", "severity.critical": "严重", "severity.warning": "警告", "text": "内容", "raised": "触发", "cleared": "解除", "state": "状态",
    "actions.none": "还没有人操作过音箱。", "who": "操作者", "origin": "来源", "action": "操作",
    "body": "参数", "result": "结果", "result.waiting": "尚未答复", "result.ok": "成功", "result.unreachable": "音箱不在线",
    "result.silence": "{n} 秒内没有答复", "result.refused": "被拒绝：{why}", "took": "用时 {time}",
    "unreadable.none": "所有消息都能解析。", "topic": "主题", "payload": "消息",
    "timeline": "从发布到播完", "step.published": "发布", "step.received": "到达音箱",
    "step.delivered": "写入音箱磁盘", "step.deliveredAt": "收到“送达”回执", "step.started": "首个采样",
    "step.finished": "播完：最后一个采样已送出", "step.handledAt": "收到“处理”回执",
    "step.missing": "没有上报", "clock.box": "音箱时钟", "clock.monitor": "监控时钟",
    "gap.slow": "慢", "gap.clocks": "时钟不一致", "clock.unsynced": "音箱时钟未校准。",
    "receipts": "回执", "receipt": "回执", "receipt.delivered": "送达", "receipt.handled": "处理",
    "seq": "序号", "session": "连接", "written": "写入", "arrived": "到达", "mark": "标记",
    "mark.first": "新", "mark.late": "迟到", "mark.repeated": "重复", "mark.contradictory": "矛盾",
    "mark.duplicate": "音箱重发",
    "box.states": "状态（最近 24 小时）", "box.health": "健康（最近 24 小时）", "box.orders": "最近订单",
    "box.info": "关于此音箱", "box.gaps": "缺少的回执", "box.gaps.none": "没有缺少。", "box.actions": "对此音箱的操作",
    "box.outcomes": "结果（最近 24 小时）", "box.nothing": "没有上报。", "box.first": "首次出现 {time}",
    "box.reported": "上报于 {time}", "box.settings": "设置", "box.now": "当前",
    "chart.queue": "队列", "chart.volume": "音量，%", "chart.memory": "内存，MB", "chart.reconnects": "重连",
    "chart.xruns": "欠载", "chart.unpublished": "待发回执", "chart.audio": "音频", "chart.range": "{low} 至 {high}，当前 {last}", "chart.same": "一直 {last}", "clock": "时钟",
    "device": "设备", "muted.until": "静音至 {time}", "ringing": "响铃", "memory": "内存",
    "ask.say": "测试声音", "ask.volume": "音量……", "ask.mute": "静音……", "ask.stop": "停止……", "ask.replay": "重播",
    "ask.acknowledge": "确认", "ask.health": "询问健康",
    "verb.say": "测试声音", "verb.volume": "音量", "verb.mute": "静音", "verb.stop": "停止", "verb.replay": "重播",
    "verb.acknowledge": "确认", "verb.health": "健康", "verb.receipts": "补发回执",
    "sure.say": "在 {box} 上播放测试声音？店里的人都会听到。",
    "sure.volume": "设置 {box} 的音量。", "sure.mute": "让 {box} 暂时不出声。",
    "sure.stop": "停止 {box} 的播报。每个被停止的订单都会有回执。",
    "sure.replay": "在 {box} 上重播 {id}？", "sure.acknowledge": "结束 {box} 上订单 {id} 的重复播报？",
    "sure.health": "询问 {box} 的健康状况？",
    "field.volume": "音量，0 到 100", "field.mute": "多久", "mute.off": "取消静音",
    "mute.m": "{n} 分钟", "mute.h": "{n} 小时", "field.scope": "范围", "scope.current": "正在播报的", "scope.queue": "排队中的",
    "scope.all": "全部", "cancel": "取消", "do": "执行", "asking": "正在询问音箱……", "answer.ok": "完成。", "answer.other": "未完成：{why}",
    "none": "–", "back": "全部音箱", "ms": "{n} 毫秒", "s": "{n} 秒",
  },
};

const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

/** The language of the page: the chosen one, or the browser's. */
export let language = stored("language")
  ?? ((navigator.languages ?? [navigator.language]).map((name) => name.slice(0, 2))
    .find((name) => name in dictionary) ?? "en");

/** The text of a key; `{name}` stands for a value. */
export function t(key, values) {
  const text = dictionary[language][key] ?? dictionary.en[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "–") : text;
}

/** A word of the protocol in the page's language; an unknown one as it is. */
export function word(kind, value) {
  if (value === null || value === undefined || value === "") return "";
  const key = `${kind}.${value}`;
  return key in dictionary.en ? t(key) : String(value);
}

/** A sentence of the monitor in the language of the page; an unknown one as it is. */
export function translateSentence(kind, text) {
  for (const [key, english] of Object.entries(dictionary.en)) {
    if (!key.startsWith(`${kind}.`)) continue;
    const pattern = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    const found = new RegExp(`^${pattern}$`, "s").exec(text);
    if (found) return t(key, found.groups ?? {});
  }
  return text;
}

/** Sets the texts of the elements in the page. */
export function translate() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = t("title");
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
}

/** Changes the language. */
export function setLanguage(name) {
  language = name;
  try { localStorage.setItem("language", name); } catch { /* It lasts until the page is closed. */ }
}
