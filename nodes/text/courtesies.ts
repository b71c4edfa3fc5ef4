/**
 * Courtesies, which neither add to what a message says nor take anything away, by language (BCP 47). `(a|b)` stands for
 * either, `(a|)` for one that may be missing. Case, accents, apostrophes and punctuation do not matter.
 */
export const COURTESIES: Readonly<Record<string, string>> = {
	en: `
		(please|pls|plz|kindly), (thanks|thx|ty|cheers)( a lot| so much| very much|), (many |)thank you( so much| very much|),
		(hi|hello|hey|dear)( there|), good (morning|afternoon|evening|day), (bye|goodbye), (im |i am |so |very |)sorry,
		(sir|madam|maam|mate|guys), kind regards, best( regards| wishes|), regards, (ok|okay), unfortunately, have a (nice|good) day
	`,
	es: `
		(por favor|porfa|porfi|xfa), (muchas |mil |)gracias, hola, buenos dias, buenas( tardes| noches|),
		(lo siento|perdon|disculpe|disculpen), (senor|senora|senores), (un |)saludo(s|), adios, hasta luego, muy amable, lamentablemente
	`,
	de: `
		bitte( schon| sehr|), danke( schon| sehr|), (vielen|besten|herzlichen) dank, (hallo|hi|moin|servus),
		guten (tag|morgen|abend), (viele |liebe |)grusse, (lg|vg|mfg), mit freundlichen grussen, tschuss, (es |)tut mir leid,
		entschuldigung, leider
	`,
	fr: `
		s il (vous|te) plait, svp, stp, merci( beaucoup| bien| d avance|), bonjour, bonsoir, salut, (desole(e|)|pardon), malheureusement,
		(madame|monsieur), au revoir, cordialement, bonne (journee|soiree)
	`,
	pt: `
		(por favor|pf|pfv), (muito |)(obrigado|obrigada|obg), (ola|oi), bom dia, boa (tarde|noite),
		(desculpe|desculpa|lamento), (senhor|senhora), (abraco|abracos), tchau, infelizmente
	`,
	it: `
		per (favore|piacere|cortesia), (molte |mille |)grazie( mille| tante|), ciao, salve, buongiorno, buonasera,
		(mi |)dispiace, (scusi|scusa|scusate), (signora|signore), (cordiali |)saluti, arrivederci, purtroppo
	`,
	nl: `
		(alstublieft|alsjeblieft|aub|svp|graag), dank (u|je)( wel|), (heel erg |)bedankt, (hallo|hoi),
		goede(morgen|middag|navond), het spijt me, (meneer|mevrouw), (met vriendelijke |)groet(en|), helaas
	`,
	sv: 'tyvarr, tack( sa mycket| snalla|), snalla, (hej|hejsan), god morgon, (ursakta|forlat), (med |)vanlig(a|) halsning(ar|)',
	da: 'desvaerre, (mange |tusind |)tak( skal du have|), venligst, (hej|goddag), godmorgen, (undskyld|beklager), (med |)venlig hilsen',
	nb: 'dessverre, (tusen |mange |)takk( skal du ha|), vennligst, hei, god morgen, (beklager|unnskyld), (med |)(vennlig |)hilsen',
	pl: 'niestety, prosze( bardzo|), (dziekuje|dzieki)( bardzo|), dzien dobry, czesc, witam, przepraszam, pozdrawiam, (pan|pani|panstwo)',
	ru: `
		пожалуйста, (большое |)спасибо( большое|), здравствуйте, привет, добрый (день|вечер), доброе утро,
		(извините|простите), с уважением, к сожалению
	`,
	tr: 'lutfen, tesekkur(ler|)( ederim| ederiz|), sag(ol| ol)(un|), merhaba, selam, gunaydin, iyi (gunler|aksamlar), kusura bakmayin, maalesef',
	ar: 'من فضلك, من فضلكم, لو سمحت, لو سمحتم, شكرا( جزيلا| لك| لكم|), مرحبا, السلام عليكم, صباح الخير, مساء الخير, عفوا, اسف(ه|), للاسف',
	hi: 'कृपया, प्लीज, धन्यवाद, शुक्रिया, नमस्ते, नमस्कार, माफ कीजिए, जी, सर, मैडम, kripya, (dhanyavad|dhanyavaad), shukriya, namaste, ji',
	id: '(terima kasih|terimakasih)( banyak|), makasih, (tolong|mohon), (halo|hai), selamat (pagi|siang|sore|malam), maaf, (pak|bu|mbak|kak)',
	zh: '请, 請, 谢谢(您|你|), 謝謝(您|你|), 麻烦(您|你|), 麻煩(您|你|), 你好, 您好, 对不起, 對不起, 不好意思, 了, 吧, 啊, 哦',
	ja: '(どうも|)ありがとう(ございます|ございました|), すみません, お願い(します|いたします|致します|), (こんにちは|こんばんは), 申し訳ありません, です, を, ね, よ',
	ko: '(감사합니다|고맙습니다), (죄송합니다|미안합니다), 안녕하세요, 제발, 좀, 요, 해주세요, 부탁드립니다, 합니다',
};
