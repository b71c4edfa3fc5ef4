/** Messages by which people ask to be left alone, as they write them. One in `|`. */
export const OPT_OUTS: Readonly<Record<string, string>> = {
	keywords:
		'STOP | stop | Stop. | "STOP" | *STOP* | STOP!!! | ＳＴＯＰ | STOOOP | S.T.O.P. | STOPALL | stop all | UNSUBSCRIBE | REVOKE | OPTOUT | OPT OUT | Opt-Out | unsub | 🛑 | stop2quit',
	'keywords with courtesies':
		'Stop. Thank you | Stop please | please stop | STOP STOP | STOP 🛑 | STOP - 12345 | stop 2024 | STOP ID AB1234 | Stop now | stop it please | Hi, stop please | STOP thanks | stop stop stop!!! | Unsubscribe please | Ok stop | Just stop | STOP 😡😡 | Hello! Please stop. Kind regards',
	'keywords beside more':
		'Stop. I do not want this. | wrong number, stop | Wrong number. STOP | no, stop | yes. stop texting me | who is this? stop | stop!!! I told you before | STOP\nMary Miller | not interested anymore, stop writing | No. Stop. | Stop.I am busy',
	signatures:
		'STOP\n\nSent from my iPhone | Stop\n-- \nMary | STOP\n> Our offers of the week. Reply STOP to opt out. | Stop\n\nOn Tue, 3 Mar 2026 at 10:00, Shop wrote:\n> Hello | STOPP\n\nVon meinem iPhone gesendet | Arrêt\nEnvoyé de mon iPhone | Baja, no me llamen\nEnviado desde mi iPhone',
	calls:
		"stop calling me | stop calling | please stop calling me | do not call me | don't call | dont call me | Do not call this number | no more calls | stop the calls | don't call me again | do not call me anymore | quit calling me | never call me again | Please do not call me any more. | can you please stop calling me | no. and don't text me again | I want you to stop calling me",
	messages:
		"stop all messages | no more messages | stop texting me | stop messaging me | stop sending me messages | don't text me | do not text | don't message me | no more texts | stop the messages | Please don't contact me again | stop contacting me | don't send me messages | no more texts please | stop texting this number | I don't want any more messages | I want to stop receiving messages | please opt me out of all messages | stop spamming me | I do not want to be contacted | STOP sending me texts | cease and desist",
	lists:
		'please unsubscribe | unsubscribe me | I want to unsubscribe | please remove me | remove me | remove me from your list | take me off your list | take me off the list please | take me off your mailing list | take me off | delete my number | lose my number | remove my number | I opt out | opt me out | I want to opt out | leave me alone | please leave me alone',
	de: 'STOPP | Stopp bitte | ABMELDEN | bitte abmelden | bitte nicht mehr anrufen | Rufen Sie mich nicht mehr an | Ruft mich nie wieder an! | nicht mehr anrufen | keine Anrufe mehr | keine Nachrichten mehr | bitte keine SMS mehr | Lassen Sie mich in Ruhe | Lasst mich endlich in Ruhe | Schreibt mir bitte nicht mehr | Ich will keine Werbung mehr | Löschen Sie meine Nummer | Hören Sie auf, mich anzurufen',
	es: 'darme de baja | quiero darme de baja | no me llamen | no me llamen más | por favor no me llamen | No me escriban más, gracias | no más mensajes | no más llamadas | déjenme en paz | dejen de llamarme | ya no quiero mensajes | PARAR | no quiero recibir más mensajes | borren mi número',
	fr: 'ARRET | ARRÊTER SVP | arrêtez | désabonner | ne m’appelez plus | Ne m’envoyez plus de messages | plus de messages | plus d’appels svp | laissez-moi tranquille | Merci de ne plus me contacter | arrêtez de m’appeler | je veux me désabonner | supprimez mon numéro',
	pt: 'PARAR | não me ligue | não me ligue mais | não me liguem | sem mais mensagens | pare de me ligar | não quero mais mensagens | me deixa em paz | me tira dessa lista | remover meu número | quero cancelar a inscrição',
	it: 'cancellami | non chiamatemi | non chiamatemi più | niente più messaggi | basta chiamate | non voglio più ricevere messaggi | lasciatemi in pace | smettetela di chiamarmi',
	nl: 'AFMELDEN | niet meer bellen | bel me niet | bel me niet meer | geen berichten meer | stop met bellen | laat me met rust | stuur me geen berichten meer',
	others:
		'ring mig inte | sluta ringa mig | afmeld | ring ikke til mig | avmeld | ikke ring meg | wypisz mnie | nie dzwońcie | proszę nie dzwonić do mnie | dajcie mi spokój | СТОП | не звоните мне | не звоните | отписаться | Больше не пишите мне | оставьте меня в покое | beni aramayın | listeden çık | bana mesaj atmayın | توقف | لا تتصل بي | الغاء الاشتراك | बंद करो | मुझे कॉल मत करो | mujhe call mat karo | berhenti | jangan telepon saya | berhenti berlangganan',
	'China, Japan and Korea':
		'停止 | 退订 | TD | TD退订 | 取消订阅 | 请不要再给我打电话 | 别再发了 | 别打电话了 | メール停止 | 不要再联系我了 | 配信停止 | もう電話しないでください | 電話しないでください | 退会 | 停止お願いします | 수신거부 | 전화하지 마세요 | 다시는 연락하지 마세요 | 문자 보내지 마세요 | 그만 보내세요',
};

/** Messages that may ask to be left alone, so that a person has to decide. */
export const UNCLEAR: Readonly<Record<string, string>> = {
	answers:
		'CANCEL | Cancel\nSent from my iPhone | Cancel please | Cancel. Thank you | END | QUIT | REMOVE | BAJA | ALTO | SALIR | FIN | ENDE | SAIR | Pare | Basta | annuler | slutt | koniec | iptal | отмена | बंद | batal | 取消 | キャンセル | 취소 | no messages | Keine Nachrichten | go away',
	'a request and more':
		"Stop calling me or I will sue | Stop calling me, I am at work, call my wife | do not call me before 9 | please don't call me at the office | Since you asked: unsubscribe me if it costs anything | I told you to stop ten times by now | Lasst mich in Ruhe oder ich zeige euch an | No me llamen antes de las diez | Ne m’appelez plus avant midi | 如果你不要再给我打电话我会很高兴",
	'a keyword beside an answer':
		'no stop | not interested stop | ja stopp | this is harassment stop | wrong number stop | yes stop',
	questions:
		'can I unsubscribe? | Could you take me off the list? | How do I opt out? | Can you stop calling me?',
	'a change of mind': 'STOP. Sorry, start. | Start. Stop. | Stop, start',
};

/** Messages by which people ask to hear from us again. */
export const OPT_INS =
	'START | start | Start! | UNSTOP | OPT IN | optin | opt-in | please resume | RESUME | resubscribe | start again please | subscribe | opt me in | Start. Thank you\nSent from my iPhone';

/** Sentences that hold the same words and say nothing of the kind. */
export const NEITHER: Readonly<Record<string, string>> = {
	negated:
		"Don't stop | don't stop please | Do not stop | never stop | non stop | nonstop | non-stop | don't unsubscribe me | do not remove me | don't cancel | please don't stop | don't quit | please do not opt me out | I asked you not to unsubscribe me | never stop calling me",
	questions:
		'Stop? | stop what? | Can you stop by at five? | Should I stop? | who is calling me? | why do you call me? | is this the end? | Can you remove the sofa? | Cancel? | START?',
	places:
		'stop by at five | The bus stop | Stop at the gate | stop at number 5 | next stop please tell me | I am at the stop | the taxi stopped | one more stop | tram stop opposite | please stop at the gate',
	orders:
		'Please cancel it | cancel my order | cancel the appointment | please cancel the delivery | cancel tomorrow | I want to cancel my order | remove the old sofa | remove one chair | remove the item from my order | stop the delivery | stop the water | stop the machine first | stop payment | stop my order | end of the month | the end | at the end of the street | end at five | quit my job | I quit smoking',
	calls:
		'call me | please call me | call me tomorrow | call me again | do call me | please call me back | call before you come | stop by and call me | call my wife | no call received | call this number instead | message me | text me | text me instead | send me a message | no messages received | do not call before 9 | do not call after six | do not call the office, call me | don’t call Bob | don’t text Bob | stop calling Bob | no more sugar | no more than five | please remove the bin | delete the last message | delete my last order | lose weight | take me home | take me to the list | leave me a message | leave it alone | alone at home',
	'words that are ordinary elsewhere':
		'Fine | Son | alt | Alt. | All fine | fine, thanks | Enough | Halt | para | td ameritrade | finito',
	others:
		'Kein Stopp nötig | keine Nachrichten bekommen | nicht stoppen | bitte anrufen | rufen Sie mich an | Bushaltestelle Stopp | planta baja | la planta baja | baja por favor al portal | llámenme | no paren el envío | alto y claro | más tarde | appelez-moi | arrêt de bus | me ligue | sair de casa | chiamatemi | basta così per oggi, vi richiamo | bel me | bel me morgen | stop de auto voor de deur | ring mig | ring meg i morgen | zadzwońcie | позвоните мне | не останавливайтесь | beni arayın | اتصل بي | मुझे कॉल करो | telepon saya | 停车场在哪里 | 我想取消订单 | 電話してください | 전화해 주세요',
	'other words':
		'yes | no | ok thanks | | start tomorrow | I can start | we start at nine | restart | start over at nine | opt for the blue one | wrong number | who is this | ~stop~ | s̶t̶o̶p̶ | 👍 | 12345 | START. What time is it',
};
