/** The words of Turkish, Arabic and the languages east of it, in the form of `OptOutWords`. */
export const ASIAN_OPT_OUT_WORDS = [
	{
		code: 'tr',
		keywords: `
			durdur(un|), durdurun, (aramayin|aramayiniz|yazmayin|yazmayiniz)( artik| lutfen|), (bir daha|artik) (arama|aramayin|yazma|yazmayin), (mesaj|arama|sms) istemiyorum
		`,
		requests: `
			abonelikten (cik|cikmak istiyorum|cikar), aboneligi (iptal|sonlandir)( et| edin|), (beni |)listeden (cik|cikar|cikarin|sil|silin), beni (bir daha |artik |)(aramayin|arama|aramayiniz|rahatsiz etmeyin|rahatsiz etme)( artik| bir daha|),
			bana (bir daha |artik |)(yazmayin|yazma|yazmayiniz|mesaj atmayin|mesaj atma|mesaj gondermeyin|mesaj gondermeyiniz|sms gondermeyin|sms atmayin)( artik| bir daha|), (artik |)(mesaj|sms) (almak istemiyorum|gondermeyin|gondermeyiniz|atmayin),
			aranmak istemiyorum, rahatsiz edilmek istemiyorum, numarami (silin|sil|listeden cikarin), (beni |)rahat birak(in|)
		`,
		answers: 'iptal, ret',
		asides: '(hayir|evet), hayir tesekkurler, yanlis numara, ilgilenmiyorum, kimsin(iz|)',
		fillers: 'artik, bir daha, hemen, simdi, ve',
	},
	{
		code: 'ar',
		keywords: `
			توقف, توقفوا, (اوقف|اوقفوا) (الرسائل|المكالمات|الاتصال|الارسال), لا (تتصل|تتصلوا|ترسل|ترسلوا|تراسلني)( مره اخري| بعد الان|), ايقاف الرسائل
		`,
		requests: `
			(الغاء|الغي|الغوا) (الاشتراك|اشتراكي), لا (تتصل|تتصلوا) (بي|علي)( مره اخري| بعد الان|), لا (ترسل|ترسلوا) (لي|الي)( رسائل| اي رسائل|)( مره اخري| بعد الان|), لا (تراسلني|تراسلوني|تزعجني|تزعجوني)( مره اخري|),
			لا اريد (المزيد من |مزيد من |اي |)(الرسائل|رسائل|المكالمات|مكالمات|الاتصالات|اتصالات|رسائلكم), (توقف|توقفوا) عن (الاتصال|ارسال|مراسلتي|ازعاجي|المراسله)( بي| الرسائل| رسائل|), (احذف|احذفوا|امسح|امسحوا) رقمي, اتركوني (وشاني|في حالي)
		`,
		answers: 'الغاء, ايقاف, كفي',
		asides: '(لا|نعم), لا شكرا, (الرقم |رقم )(خطا|غلط), (لست |غير )مهتم(ا|), من انت',
		fillers: 'الان, ابدا, فورا, و',
	},
	{
		code: 'hi',
		keywords: `
			(बंद|बन्द) (करो|करें|कीजिए|कर दो), रोको, रोकें, (कॉल|फोन|मैसेज|संदेश) (मत|ना|न) (करो|करें|कीजिए|करना|भेजो|भेजें|भेजना), (band|bandh) (karo|kare|kar do), (call|phone|message|msg) (mat|na|nahi) (karo|kare|kijiye|karna|bhejo|bhejna)
		`,
		requests: `
			मुझे (दोबारा |)(कॉल|फोन|मैसेज|संदेश) (मत|ना|न) (करो|करें|कीजिए|करना|भेजो|भेजें|भेजना), (मुझे |)(और |)(मैसेज|कॉल|संदेश) नहीं चाहिए, मेरा नंबर (हटाओ|हटाएं|हटा दें|हटा दो|डिलीट करो), (मुझे |)(परेशान|तंग) (मत|ना|न) (करो|करें|कीजिए),
			(mujhe|muje) (dobara |)(call|phone|message|msg) (mat|na) (karo|kare|kijiye|karna|bhejo|bhejna), mera (number|no) (hatao|delete karo|hata do), (mujhe |)(pareshan|tang) mat (karo|kare), अनसब्सक्राइब( करें|)
		`,
		answers: 'बंद, रद्द',
		asides:
			'(नहीं|नही|हां|nahi|nahin|haan), नहीं धन्यवाद, गलत नंबर, (रुचि|इंटरेस्ट) नहीं है, कौन (है|हो), wrong number hai, kaun (hai|ho)',
		fillers: 'अब, अभी, दोबारा, और, ab, abhi, dobara, है, hai',
	},
	{
		code: 'id',
		keywords: `
			berhenti, unreg, (jangan|stop|berhenti) (telepon|telpon|telfon|hubungi|menelepon|menghubungi|kirim pesan|mengirim pesan|kirim sms|sms|wa|chat)( lagi|), stop (pesan|sms), jangan ganggu( lagi|)
		`,
		requests: `
			(jangan|stop|berhenti) (telepon|telpon|telfon|hubungi|menelepon|menghubungi|ganggu|mengganggu|sms|wa|chat) (saya|kami|aku|nomor ini), (jangan|berhenti) (mengirim|kirim|kirimi)( saya|) (pesan|sms)( lagi| ke saya|)( lagi|),
			(tidak mau|tidak ingin|gak mau|ga mau) (terima |menerima |)(pesan|sms|telepon|telpon|dihubungi|ditelepon), berhenti berlangganan, (hapus|keluarkan) (nomor saya|saya dari daftar|nomor ini|data saya)
		`,
		answers: 'batal, selesai, keluar',
		asides:
			'(tidak|ya), tidak terima kasih, salah (nomor|sambung), (saya |)tidak (tertarik|berminat), siapa ini',
		fillers: 'sekarang, lagi, dan, segera, saya mau, saya ingin',
	},
	{
		code: 'zh',
		keywords: `
			停止, 停, 退订, 退訂, 取消订阅, 取消訂閱, 退出订阅, td, (td|t|n) 退订, 退订 (td|t), 拒收, 停止(发送|發送|短信|簡訊|联系|聯繫), 别(打|发|發)了, 別(打|發)了, (不要|别|別)再(打|发|發|联系|聯絡|聯繫|来电|骚扰|騷擾)( 了|), 勿扰
		`,
		requests: `
			(我要|我想|申请|)(退订|退訂|取消订阅|取消訂閱), (不要|别|別|勿)(再|)(给我|給我)(打|发|發), (不要|别|別)(打电话|打電話|发短信|發簡訊|发信息|发消息), (不要|别|別|勿)(再|)(联系|聯絡|聯繫|骚扰|騷擾|打扰|打擾),
			(不要|别|別)再(打电话|打電話|发短信|發簡訊|发信息|发消息|來電|来电), (不想|不要)(再|)(收到|接到|接收), (删除|刪除)我的(号码|號碼|电话|電話), 把我从(名单|列表)(中|上|)(删除|移除)
		`,
		answers: '取消, 结束, 結束',
		asides: '(不|不用|是|好), 打错了, 打錯了, 没兴趣, 沒興趣, 不感兴趣, 不需要',
		fillers:
			'我, 要, (你们|你們|您|的), (给|給|跟)我, (打电话|打電話|发短信|發簡訊|信息|訊息|消息|电话|電話|广告|廣告), 立即, 马上, 馬上, 现在, 短信',
	},
	{
		code: 'ja',
		keywords: `
			停止, 配信停止, 配信(を|)(停止|止めて|やめて)(ください|下さい|), 配信解除, 退会, 受信拒否, 止めて(ください|下さい|), やめて(ください|下さい|), (電話|連絡|メール|メッセージ)(は|を|)(やめて|不要|停止)
		`,
		requests: `
			(もう|二度と|今後|これ以上)(電話|連絡|メール|メッセージ|)(は|を|)(しないで|送らないで|してこないで|かけないで|いりません), (電話|メール|メッセージ|連絡|SMS)(は|を|)(しないで|送らないで|かけないで|してこないで)(ください|下さい), 配信(を|)(停止|解除|ストップ), (登録|配信)(を|)解除(して|したい|)(ください|下さい|),
			(番号|連絡先|リスト)(を|から|)(削除|消去|外)(して|)(ください|下さい)
		`,
		answers: '中止, キャンセル, 解除, 終了',
		asides: '(いいえ|はい), 間違い(電話|), 番号違い, 興味(が|は|)(ない|ありません), 結構, 誰',
		fillers: '今すぐ, もう, 今後, し, して, ください, 下さい, 希望',
	},
	{
		code: 'ko',
		keywords: `
			수신거부, 수신차단, 수신 거절, 구독취소, 구독해지, 중지, 문자중지, 그만(해|하세요|해주세요|하시죠|보내세요|보내|보내주세요|전화하세요|연락하세요|)
		`,
		requests: `
			(전화|연락|문자|메시지)(를|는|좀|)(하지|보내지|주지) 마, (전화|연락|문자|메시지)(를|는|좀|)(하지|보내지|주지) 말아, (문자|메시지|연락|전화)(를|는|)(그만|받고 싶지 않|원하지 않|원치 않),
			수신(을|)거부(합니다|할게요|해주세요|), 구독(을|)(취소|해지)(해주세요|합니다|할게요|), (제|내)번호(를|)(삭제|지워|빼)(해주세요|주세요|)
		`,
		answers: '취소, 종료, 해지',
		asides:
			'(아니요|아니오|네|예), 잘못 (거셨|보내셨)(습니다|어요), (관심|필요)(이|가|)(없어요|없습니다|없음), 누구세요',
		fillers:
			'지금, 당장, 이제, (다시는|더이상|앞으로), (저|나)(에게|한테), 바로, 하세요, 해, (세요|십시오|주세요|줘|요|보내), (습니다|아요)',
	},
] as const;
