/** Messages by which people ask to be left alone, as they write them, without a question before. One in `|`. */
export const OPT_OUTS: Record<string, string> = {
	keywords:
		'STOP | stop | Stop. | "STOP" | STOP!!! | ＳＴＯＰ | STOOOP | STOPALL | stop all | UNSUBSCRIBE | END | QUIT | CANCEL | REVOKE | OPTOUT | OPT OUT | Opt-Out | REMOVE | unsub',
	'keywords with more':
		'Stop. Thank you | Stop please | please stop | STOP STOP | STOP 🛑 | STOP - 12345 | stop 2024 | Stop!! | stop now | stop it please | Hi, stop please | STOP thanks | stop2quit | 🛑 | stop stop stop!!! | Unsubscribe please | Ok stop',
	calls:
		"stop calling me | stop calling | please stop calling me | do not call me | don't call | dont call me | Do not call this number | no more calls | no calls please | stop the calls | don't call me again | do not call me anymore | quit calling me | never call me again",
	messages:
		"no more messages | stop texting me | stop messaging me | stop sending me messages | don't text me | do not text | don't message me | no more texts | stop the messages | Please don't contact me again | stop contacting me | don't send me messages | no more texts please | stop texting this number",
	lists:
		'please unsubscribe | unsubscribe me | please remove me | remove me | remove me from your list | take me off your list | take me off the list please | take me off | delete my number | lose my number | remove my number | I opt out | opt me out | I want to opt out | leave me alone | please leave me alone | not interested anymore, stop writing',
	German:
		'STOPP | Stopp bitte | ABMELDEN | bitte abmelden | bitte nicht mehr anrufen | Rufen Sie mich nicht mehr an | nicht mehr anrufen | keine Anrufe mehr | keine Nachrichten mehr | bitte keine SMS mehr | Lassen Sie mich in Ruhe',
	Spanish:
		'BAJA | ALTO | darme de baja | no me llamen | no me llamen más | por favor no me llamen | no más mensajes | no más llamadas | déjenme en paz',
	French:
		'ARRET | ARRÊTER SVP | arrêtez | désabonner | ne m’appelez plus | plus de messages | plus d’appels svp | laissez-moi tranquille',
	Portuguese:
		'PARAR | SAIR | não me ligue | não me ligue mais | não me liguem | sem mais mensagens | pare de me ligar',
	Italian: 'BASTA | cancellami | non chiamatemi | non chiamatemi più | niente più messaggi | basta chiamate',
	Dutch: 'AFMELDEN | niet meer bellen | bel me niet | bel me niet meer | geen berichten meer',
	others:
		'avsluta | ring mig inte | afmeld | ring ikke til mig | avmeld | ikke ring meg | wypisz mnie | nie dzwońcie | СТОП | не звоните мне | не звоните | отписаться | beni aramayın | listeden çık | توقف | لا تتصل بي | बंद करो | मुझे कॉल मत करो | berhenti | jangan telepon saya',
};

/** Messages by which people ask to hear from us again. */
export const OPT_INS =
	'START | start | Start! | UNSTOP | OPT IN | optin | opt-in | please resume | RESUME | resubscribe | start again please | subscribe | opt me in';

/** Messages that opt out, but are not read as opt-outs: they hold other words, or a yes. They are left open. */
export const LEFT_OPEN =
	"stop sending me this nonsense | yes. stop texting me | who is this? stop | wrong number, stop | please take my name off everything | I don't want these | stop!!! I told you before | go away | leave us in peace | spam | no more of this";

/** Sentences that hold the same words and opt out of nothing. */
export const NO_OPT_OUTS: Record<string, string> = {
	negated:
		"Don't stop | don't stop please | Do not stop | never stop | non stop | nonstop | don't unsubscribe me | do not remove me | don't cancel | please don't stop | I did not opt out | don't quit | no stop needed",
	questions:
		'Stop? | stop what? | how do I stop this? | can I unsubscribe? | Did you remove me? | Can you remove the sofa? | Should I stop? | who is calling me? | why do you call me? | is this the end?',
	places:
		'stop by at five | The bus stop | Stop at the gate | stop at number 5 | next stop please tell me | I am at the stop | the taxi stopped | one more stop | tram stop opposite | please stop at the gate',
	orders:
		'Please cancel it | cancel my order | cancel the appointment | please cancel the delivery | cancel tomorrow | I want to cancel my order | remove the old sofa | remove one chair | remove the item from my order | stop the delivery | stop the water | stop the machine first | stop payment | stop my order | end of the month | the end | at the end of the street | end at five | quit my job | I quit smoking',
	calls:
		'call me | please call me | call me tomorrow | call me again | do call me | please call me back | call before you come | stop by and call me | call my wife | no call received | call this number instead | message me | text me | text me instead | send me a message | no messages received | do not call before 9 | do not call after six | do not call the office, call me | don’t call Bob | don’t text Bob | stop calling Bob | no more sugar | no more than five | please remove the bin | delete the last message | delete my last order | lose weight | take me home | take me to the list | leave me a message | leave it alone | alone at home',
	others:
		'Kein Stopp nötig | nicht stoppen | bitte anrufen | rufen Sie mich an | Bushaltestelle Stopp | planta baja | la planta baja | baja por favor al portal | llámenme | no paren | alto y claro | más tarde | appelez-moi | arrêt de bus | n’arrêtez pas | me ligue | não pare | sair de casa | chiamatemi | basta così per oggi, vi richiamo | non fermatevi | bel me | bel me morgen | stop de auto voor de deur | ring mig | ring meg i morgen | zadzwońcie | позвоните мне | не останавливайтесь | beni arayın | اتصل بي | मुझे कॉल करो | telepon saya',
	'other words':
		'yes | no | ok thanks | | start tomorrow | I can start | we start at nine | restart | start over at nine | opt for the blue one',
};

/** Messages after one of ours: the one before, and the message. They answer it. */
export const ANSWERS: Array<[before: string, text: string]> = [
	['¿Planta alta o baja?', 'Baja'],
	['Start or stop the subscription?', 'Stop'],
	['Start or stop the subscription?', 'Start'],
	['Quer entrar ou sair?', 'Sair'],
	['Shall I cancel your order?', 'Cancel'],
	['Shall we stop the repair?', 'stop it'],
	['Shall we stop the repair?', 'Stop please'],
	['Sollen wir stoppen?', 'STOPP'],
	['Remove the old one or keep it?', 'remove'],
	['Is this the beginning or the end?', 'End'],
	['Reply YES or STOP', 'STOP'],
	['Can we call you tomorrow?', "don't call"],
	['Shall we send you messages or call?', 'no messages'],
];

/** Messages after one of ours which opt out all the same. */
export const OPT_OUTS_AFTER: Array<[before: string, text: string]> = [
	['Shall we come tomorrow?', 'STOP'],
	['Shall we come tomorrow?', 'No. Stop.'],
	['Shall we come tomorrow?', 'ok, stop texting me'],
	['Shall we come tomorrow?', 'BAJA'],
	['Can we call you tomorrow?', 'stop calling me'],
	['Would you like to know more?', 'no more messages'],
	['Shall we stop the repair?', 'stop calling me'],
	['Our offers of the week. Reply STOP to unsubscribe.', 'stop'],
	['Ofertas de la semana. Responda BAJA para no recibir más mensajes.', 'baja'],
	['Sorry, that was not clear.\n\nReply yes or no.\n\nReply STOP to get no more messages.', 'Stop'],
	['Msg rates may apply. Reply HELP for help, STOP to cancel.', 'STOP'],
];
