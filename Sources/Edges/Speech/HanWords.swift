/// Chinese characters with several readings, and the words that decide between them.
///
/// The words are those of notes to a shop. A character that remains ambiguous is refused.
enum HanWords {
  /// The longest word, in characters.
  static let longest = 4

  /// Words whose readings differ from their characters' most common ones.
  static let words: [String: [String]] = parsed(
    """
    银行:yin2 hang2,行不行:xing2 bu4 xing2,不行:bu4 xing2,行李:xing2 li5,自行:zi4 xing2,\
    行人:xing2 ren2,步行:bu4 xing2,可行:ke3 xing2,\
    音乐:yin1 yue4,可乐:ke3 le4,快乐:kuai4 le4,乐意:le4 yi4,\
    归还:gui1 huan2,还给:huan2 gei3,还要:hai2 yao4,还有:hai2 you3,还是:hai2 shi4,\
    还没:hai2 mei2,还差:hai2 cha4,还在:hai2 zai4,\
    长度:chang2 du4,长面:chang2 mian4,长大:zhang3 da4,家长:jia1 zhang3,店长:dian4 zhang3,\
    长一点:chang2 yi4 dian3,长时间:chang2 shi2 jian1,\
    重庆:chong2 qing4,重新:chong2 xin1,重做:chong2 zuo4,重复:chong2 fu4,重辣:zhong4 la4,\
    口味重:kou3 wei4 zhong4,称重:cheng1 zhong4,重量:zhong4 liang4,重要:zhong4 yao4,\
    味道重:wei4 dao4 zhong4,重一点:zhong4 yi4 dian3,\
    调料:tiao2 liao4,调味:tiao2 wei4,空调:kong1 tiao2,调整:tiao2 zheng3,调换:diao4 huan4,\
    一只:yi4 zhi1,两只:liang3 zhi1,半只:ban4 zhi1,三只:san1 zhi1,四只:si4 zhi1,五只:wu3 zhi1,\
    只要:zhi3 yao4,只放:zhi3 fang4,只加:zhi3 jia1,只有:zhi3 you3,只能:zhi3 neng2,\
    地址:di4 zhi3,地铁:di4 tie3,地方:di4 fang1,地下:di4 xia4,地上:di4 shang5,地瓜:di4 gua1,\
    慢慢地:man4 man4 de5,\
    人参:ren2 shen1,海参:hai3 shen1,参加:can1 jia1,\
    处理:chu3 li3,到处:dao4 chu4,好处:hao3 chu4,\
    应该:ying1 gai1,应付:ying4 fu4,供应:gong1 ying4,反应:fan3 ying4,\
    便宜:pian2 yi5,方便:fang1 bian4,顺便:shun4 bian4,随便:sui2 bian4,便利:bian4 li4,\
    便当:bian4 dang1,传达:chuan2 da2,传统:chuan2 tong3,宿舍:su4 she4,\
    觉得:jue2 de5,睡觉:shui4 jiao4,为了:wei4 le5,因为:yin1 wei4,为什么:wei4 shen2 me5,\
    改为:gai3 wei2,换为:huan4 wei2,分为:fen1 wei2,\
    着急:zhao2 ji2,差不多:cha4 bu5 duo1,差评:cha4 ping2,太差:tai4 cha4,\
    数一下:shu3 yi2 xia4,数量:shu4 liang4,人数:ren2 shu4,份数:fen4 shu4,\
    盛好:cheng2 hao3,盛饭:cheng2 fan4,盛汤:cheng2 tang1,\
    血旺:xue4 wang4,鸭血:ya1 xue4,猪血:zhu1 xue4,血肠:xue4 chang2,\
    倒掉:dao4 diao4,倒水:dao4 shui3,倒入:dao4 ru4,挑大的:tiao1 da4 de5,挑选:tiao1 xuan3,\
    挑出:tiao1 chu1,冲茶:chong1 cha2,冲泡:chong1 pao4,冲水:chong1 shui3,\
    空位:kong4 wei4,空腹:kong1 fu4,首都:shou3 du1,爱好:ai4 hao4,薄荷:bo4 he2,\
    和面:huo2 mian4,暖和:nuan3 huo5,什锦:shi2 jin3,吃不了:chi1 bu4 liao3,\
    拿不了:na2 bu4 liao3,受不了:shou4 bu4 liao3,厦门:xia4 men2,会计:kuai4 ji4,\
    散装:san3 zhuang1,这种:zhe4 zhong3,那种:na4 zhong3,哪种:na3 zhong3,几种:ji3 zhong3,\
    一种:yi4 zhong3,两种:liang3 zhong3,难吃:nan2 chi1,难喝:nan2 he1,困难:kun4 nan2,\
    高兴:gao1 xing4,学校:xue2 xiao4,更多:geng4 duo1,更好:geng4 hao3,更辣:geng4 la4,\
    打折:da3 zhe2,放假:fang4 jia4,假期:jia4 qi1,朝上:chao2 shang4,当天:dang4 tian1,\
    当地:dang1 di4,适当:shi4 dang4,联系:lian2 xi4,没关系:mei2 guan1 xi5,关系:guan1 xi5,\
    掉落:diao4 luo4,角落:jiao3 luo4,曾经:ceng2 jing1,炒蛋:chao3 dan4
    """)

  /// Characters that are read only as part of ``words``.
  static let ambiguous: Set<Character> = Set(
    "行乐还长重调只地参处应便传朝藏弹降校血盛数舍觉落率曲散吐系载扎占折挣倒挑冲难相种当更差假曾为冠兴扒")

  /// Characters whose reading in notes to a shop is not the most common one.
  static let preferred: [Character: String] = [
    "切": "qie1", "茄": "qie2", "干": "gan1", "得": "de5", "着": "zhe5", "蛤": "ge2", "削": "xiao1",
    "嗯": "en5", "撒": "sa3", "空": "kong1", "薄": "bao2",
  ]

  /// Measure words: before them, 2 is read as liǎng.
  static let measureWords: Set<Character> = Set("个份杯碗盘瓶串位双张件袋包盒斤勺块片罐听桶")

  /// The characters before which 一 changes its tone.
  static let toneChangers = measureWords.union("点下些起样")

  private static func parsed(_ text: String) -> [String: [String]] {
    var words: [String: [String]] = [:]
    for entry in text.split(whereSeparator: { $0 == "," || $0.isNewline }) {
      let parts = entry.split(separator: ":")
      let syllables = parts[1].split(separator: " ").map(String.init)
      precondition(syllables.count == parts[0].count, "\(parts[0]) has a wrong reading")
      words[String(parts[0])] = syllables
    }
    return words
  }
}
