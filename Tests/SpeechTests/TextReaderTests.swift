@testable import Speech
import Testing

@Suite(.enabled(if: Installed.unicode)) struct `A reader of Mandarin` {
  private let reader = MandarinReader()

  @Test(arguments: [
    ("桌", "zhuo1"),
    ("三号桌", "san1 hao4 zhuo1"),
    ("多加辣 不要葱", "duo1 jia1 la4 bu2 yao4 cong1"),
    ("多加辣，不要葱！", "duo1 jia1 la4 , bu2 yao4 cong1 ."),
    ("不放香菜", "bu2 fang4 xiang1 cai4"),
    ("不吃蒜", "bu4 chi1 suan4"),
    ("加糖 去冰", "jia1 tang2 qu4 bing1"),
    ("加一份米饭", "jia1 yi2 fen4 mi3 fan4"),
    ("可乐两杯", "ke3 le4 liang3 bei1"),
    ("请快一点", "qing3 kuai4 yi4 dian3"),
    ("番茄炒蛋", "fan1 qie2 chao3 dan4"),
    ("绿茶", "lv4 cha2"),
    ("外賣 桌號", "wai4 mai4 zhuo1 hao4"),
    ("好了吗", "hao3 le5 ma5"),
  ])
  func `reads characters`(text: String, pinyin: String) throws {
    #expect(try reader.reading(of: text) == pinyin)
  }

  @Test(arguments: [
    ("银行", "yin2 hang2"), ("不行", "bu4 xing2"), ("音乐", "yin1 yue4"), ("归还", "gui1 huan2"),
    ("还要", "hai2 yao4"), ("重庆小面", "chong2 qing4 xiao3 mian4"), ("调料", "tiao2 liao4"),
    ("一只烤鸭", "yi4 zhi1 kao3 ya1"), ("便宜", "pian2 yi5"), ("薄荷", "bo4 he2"),
    ("血旺", "xue4 wang4"), ("地址", "di4 zhi3"), ("干净", "gan1 jing4"), ("切片", "qie1 pian4"),
  ])
  func `lets the word decide between readings`(text: String, pinyin: String) throws {
    #expect(try reader.reading(of: text) == pinyin)
  }

  @Test(arguments: [
    ("3号桌", "san1 hao4 zhuo1"), ("12号", "shi2 er4 hao4"), ("10", "shi2"), ("20", "er4 shi2"),
    ("99", "jiu3 shi2 jiu3"), ("07", "ling2 qi1"), ("1001", "yi1 ling2 ling2 yi1"),
    ("0.5斤", "ling2 dian3 wu3 jin1"), ("12.50", "yi1 er4 dian3 wu3 ling2"),
    ("2杯", "liang3 bei1"), ("2号", "er4 hao4"), ("A12", "A shi2 er4"), ("a桌", "A zhuo1"),
    ("VIP 包间", "V I P bao1 jian1"), ("#5", "wu3"), ("奶茶+珍珠", "nai3 cha2 jia1 zhen1 zhu1"),
    ("谢谢😀", "xie4 xie4"), ("A-12", "A shi2 er4"),
  ])
  func `reads numbers, letters and signs`(text: String, pinyin: String) throws {
    #expect(try reader.reading(of: PlainText.cleaned(text)) == pinyin)
  }

  @Test(arguments: [
    "𠮷", "㐂", "长", "行", "降", "coke", "Coca Cola 少冰", "xie xie", "カレー", "한국", "ABCDEF", "é",
    "50%", "3-5", "10:30", "¥5", "可乐×2", "①",
  ])
  func `refuses what it would say wrongly`(text: String) {
    let error = #expect(throws: SpeechError.self) { try reader.reading(of: text) }
    #expect(error?.kind == .refused)
  }

  @Test func `needs a collection of readings`() {
    let error = #expect(throws: SpeechError.self) {
      try MandarinReader(releases: []).reading(of: "桌")
    }
    #expect(error?.kind == .notInstalled)
    #expect(throws: Never.self) { try MandarinReader(releases: []).reading(of: "A 12") }
  }
}

@Suite struct `A reader of spelled languages` {
  @Test(arguments: [
    ("en", "No onions, table A-12 (please)!"), ("es", "sin azúcar, 1º"),
    ("hi", "बिना प्याज़ के coke"), ("ru", "без лука"), ("ja", "ねぎ なし コーラ"),
    ("th", "ไม่ใส่ผัก"), ("ko", "양파 빼고"), ("vi", "không hành"),
  ])
  func `leaves text unchanged`(language: String, text: String) throws {
    #expect(try SpellingReader(language: language).reading(of: text) == text)
  }

  @Test(arguments: [
    ("en", "桌"), ("ja", "葱なし"), ("en", "без"), ("hi", "桌"), ("de", "ねぎ"), ("ar", "بدون بصل"),
    ("yue", "唔要蔥"), ("en", "½"), ("en", "①"), ("en", "\u{E000}"),
  ])
  func `refuses another script`(language: String, text: String) {
    let error = #expect(throws: SpeechError.self) {
      try SpellingReader(language: language).reading(of: text)
    }
    #expect(error?.kind == .refused)
  }

  @Test func `leaves symbols out`() throws {
    #expect(try SpellingReader(language: "en").reading(of: "hot 🌶") == "hot  ")
  }

  @Test func `removes control characters, and replaces full-width forms`() {
    #expect(PlainText.cleaned("a\u{1}b\tc\u{200B}\u{7F}ＡＢ１２，\u{3000}x") == "a b c AB12, x")
  }

  @Test(arguments: ["", " ", "…!?", "😀"]) func `recognizes text without words`(text: String) {
    #expect(!PlainText.hasWords(text))
  }
}
