/**
 * Replies as people type them to ten kinds of questions. They were written before the words that the node knows.
 * Replies are separated by `|`.
 */

/** The replies to a question for approval. */
interface ApprovalReplies {
	message: string;
	yes?: string;
	no?: string;
	unclear?: string;
}

/** The replies to a question with three choices; the groups have the numbers of the choices. */
interface ChoiceReplies {
	message: string;
	choices: [string, string, string];
	1?: string;
	2?: string;
	3?: string;
	unclear?: string;
}

/** The replies to questions of the ten kinds in a language. */
export interface RepliesInLanguage {
	language: string;
	approvals: Record<
		'come' | 'pay' | 'cancel' | 'stop' | 'time' | 'day' | 'amount' | 'name' | 'none',
		ApprovalReplies
	>;
	choice: ChoiceReplies;
}

export const REPLIES: RepliesInLanguage[] = [
	{
		language: 'English',
		approvals: {
			come: {
				message: 'Can we come to you tomorrow?',
				yes: "yes | Yes please | ok thanks | yes, go ahead 👍 | sure, sounds good | Yes, that's fine",
				no: 'no | No thank you | nope sorry',
				unclear: 'not yet | maybe | yes but not tomorrow',
			},
			pay: {
				message: 'Shall we charge your card now?',
				yes: 'Yes, charge it | ok | Absolutely',
				no: 'No, not now | please don’t',
				unclear: 'which card? | I already paid',
			},
			cancel: {
				message: 'Shall I cancel your order?',
				yes: 'yes, cancel it | Yes please cancel the order',
				no: 'no, do not cancel | No, keep it',
				unclear: 'cancel | I cancelled it myself',
			},
			stop: {
				message: 'Shall we stop the repair?',
				yes: 'yes stop it | Yes, please stop',
				no: "no, don't stop | No way!",
				unclear: 'stop it | Stop',
			},
			time: {
				message: 'Can we come at 9?',
				yes: 'Yes, 9 works | perfect, thanks!',
				no: "No, sorry, I can't | no",
				unclear: 'yes at 11 | yes 10 | Yes after 5',
			},
			day: {
				message: 'Can we come on Tuesday?',
				yes: 'Yes, Tuesday is fine | sure thing 😊',
				no: 'no, not Tuesday | Unfortunately not',
				unclear: 'Yes Thursday please | Wednesday is better',
			},
			amount: {
				message: 'The repair costs 80 dollars. Do you accept?',
				yes: 'Yes I accept | OK 👍🏽',
				no: 'No, too expensive | 👎',
				unclear: 'yes 50 dollars | yes, if it includes parts',
			},
			name: {
				message: 'Shall we put you through to Maria?',
				yes: 'Yes, Maria please | yep',
				no: 'no not Maria | Nah thanks',
				unclear: 'yes, John please | who is Maria?',
			},
			none: {
				message: 'Your order is ready to be sent.',
				yes: 'Great, thank you! | Hi, yes please send it',
				no: 'No, thanks. | ❌',
				unclear: 'hello | what order',
			},
		},
		choice: {
			message: 'When may we come?',
			choices: ['Tuesday at 10:00', 'Wednesday at 15:30', 'Friday at 12:00'],
			1: '1 | Tuesday please | the first one',
			2: 'option 2 | 15:30 works for me',
			3: 'Friday, thanks',
			unclear: 'Monday | yes',
		},
	},
	{
		language: 'German',
		approvals: {
			come: {
				message: 'Dürfen wir morgen zu Ihnen kommen?',
				yes: 'ja | Ja bitte | ok danke | Ja, gerne 👍 | klar, passt | Ja, das passt gut',
				no: 'nein | Nein danke | nein, tut mir leid',
				unclear: 'noch nicht | vielleicht | ja aber nicht morgen',
			},
			pay: {
				message: 'Dürfen wir den Betrag jetzt abbuchen?',
				yes: 'Ja, abbuchen | in Ordnung | Einverstanden',
				no: 'Nein, jetzt nicht | bitte nicht',
				unclear: 'welcher Betrag? | habe schon bezahlt',
			},
			cancel: {
				message: 'Soll ich Ihre Bestellung stornieren?',
				yes: 'ja, stornieren | Ja bitte stornieren Sie die Bestellung',
				no: 'nein, nicht stornieren | Nein, auf keinen Fall',
				unclear: 'stornieren | ich habe schon storniert',
			},
			stop: {
				message: 'Sollen wir die Lieferung stoppen?',
				yes: 'ja stoppen | Ja, bitte stoppen',
				no: 'nein, nicht stoppen | Nein!',
				unclear: 'stoppen | Bitte stoppen',
			},
			time: {
				message: 'Können wir um 9 Uhr kommen?',
				yes: 'Ja, 9 Uhr passt | perfekt, danke!',
				no: 'Nein, das geht leider nicht | nee',
				unclear: 'ja um 10 | ja 11 Uhr | Ja nach 17 Uhr',
			},
			day: {
				message: 'Können wir am Dienstag kommen?',
				yes: 'Ja, Dienstag ist gut | sehr gerne 😊',
				no: 'nein, nicht am Dienstag | Leider nein',
				unclear: 'Ja Donnerstag bitte | Mittwoch wäre besser',
			},
			amount: {
				message: 'Die Reparatur kostet 80 Euro. Sind Sie einverstanden?',
				yes: 'Ja, bin einverstanden | OK 👍🏽',
				no: 'Nein, zu teuer | 👎',
				unclear: 'ja 50 Euro | ja, wenn die Teile dabei sind',
			},
			name: {
				message: 'Dürfen wir Sie mit Frau Weber verbinden?',
				yes: 'Ja, mit Frau Weber bitte | jap',
				no: 'nein, nicht mit Frau Weber | Nö danke',
				unclear: 'ja, mit Herrn Kurz bitte | wer ist Frau Weber?',
			},
			none: {
				message: 'Ihre Bestellung ist versandbereit.',
				yes: 'Super, vielen Dank! | Hallo, ja bitte',
				no: 'Nein, danke. | ❌',
				unclear: 'guten Tag | welche Bestellung',
			},
		},
		choice: {
			message: 'Wann dürfen wir kommen?',
			choices: ['Dienstag um 10:00', 'Mittwoch um 15:30', 'Freitag um 12:00'],
			1: '1 | Dienstag bitte | den ersten',
			2: 'Nummer 2 | 15:30 passt',
			3: 'Freitag, danke',
			unclear: 'Montag | ja',
		},
	},
	{
		language: 'Spanish',
		approvals: {
			come: {
				message: '¿Podemos ir a su casa mañana?',
				yes: 'sí | Si por favor | ok gracias | sí, adelante 👍 | claro, perfecto | Sí, está bien',
				no: 'no | No gracias | no, lo siento',
				unclear: 'todavía no | quizás | sí pero mañana no',
			},
			pay: {
				message: '¿Cobramos ahora en su tarjeta?',
				yes: 'Sí, cobren | vale | De acuerdo',
				no: 'No, ahora no | mejor no',
				unclear: '¿qué tarjeta? | ya pagué',
			},
			cancel: {
				message: '¿Quiere cancelar su cita?',
				yes: 'sí, cancelar | Sí, cancele la cita por favor',
				no: 'no, no cancelar | No, para nada',
				unclear: 'cancelar | ya cancelé',
			},
			stop: {
				message: '¿Paramos la reparación?',
				yes: 'sí, paren | Sí, parar por favor',
				no: 'no, no paren | ¡No!',
				unclear: 'parar | Paren',
			},
			time: {
				message: '¿Podemos ir a las 9?',
				yes: 'Sí, a las 9 está bien | perfecto, ¡gracias!',
				no: 'No, no puedo | no señor',
				unclear: 'sí a las 11 | sí, 10 | Sí después de las 5',
			},
			day: {
				message: '¿Podemos ir el martes?',
				yes: 'Sí, el martes | claro que sí 😊',
				no: 'no, el martes no | Lamentablemente no',
				unclear: 'Sí, el jueves por favor | mejor el miércoles',
			},
			amount: {
				message: 'La reparación cuesta 80 euros. ¿Acepta?',
				yes: 'Sí, acepto | OK 👍🏽',
				no: 'No, muy caro | 👎',
				unclear: 'sí 50 euros | sí, si incluye las piezas',
			},
			name: {
				message: '¿Le paso con Elena?',
				yes: 'Sí, con Elena | sip',
				no: 'no, con Elena no | No, muchas gracias',
				unclear: 'sí, con Pedro | ¿quién es Elena?',
			},
			none: {
				message: 'Su pedido está listo.',
				yes: 'Genial, ¡muchas gracias! | Hola, sí por favor',
				no: 'No, gracias. | ❌',
				unclear: 'buenos días | qué pedido',
			},
		},
		choice: {
			message: '¿Cuándo podemos ir?',
			choices: ['Martes a las 10:00', 'Miércoles a las 15:30', 'Viernes a las 12:00'],
			1: '1 | el martes por favor | la primera',
			2: 'opción 2 | 15:30 está bien',
			3: 'viernes, gracias',
			unclear: 'lunes | sí',
		},
	},
	{
		language: 'French',
		approvals: {
			come: {
				message: 'Pouvons-nous venir chez vous demain ?',
				yes: 'oui | Oui svp | ok merci | oui, allez-y 👍 | bien sûr, parfait | Oui, ça me va',
				no: 'non | Non merci | non désolé',
				unclear: 'pas encore | peut-être | oui mais pas demain',
			},
			pay: {
				message: 'Pouvons-nous débiter votre carte maintenant ?',
				yes: 'Oui, débitez | d’accord | Absolument',
				no: 'Non, pas maintenant | surtout pas',
				unclear: 'quelle carte ? | j’ai déjà payé',
			},
			cancel: {
				message: 'Voulez-vous annuler votre commande ?',
				yes: 'oui, annuler | Oui, annulez la commande svp',
				no: 'non, ne pas annuler | Non, pas du tout',
				unclear: 'annuler | j’ai déjà annulé',
			},
			stop: {
				message: 'Faut-il arrêter la réparation ?',
				yes: 'oui arrêtez | Oui, arrêter svp',
				no: 'non, n’arrêtez pas | Non !',
				unclear: 'arrêter | Arrêtez',
			},
			time: {
				message: 'Pouvons-nous venir à 9h ?',
				yes: 'Oui, 9h c’est bon | parfait, merci !',
				no: 'Non, je ne peux pas | nan',
				unclear: 'oui à 11h | oui 10h | Oui après 17h',
			},
			day: {
				message: 'Pouvons-nous venir mardi ?',
				yes: 'Oui, mardi c’est bien | avec plaisir 😊',
				no: 'non, pas mardi | Malheureusement non',
				unclear: 'Oui jeudi svp | plutôt mercredi',
			},
			amount: {
				message: 'La réparation coûte 80 euros. Acceptez-vous ?',
				yes: 'Oui, j’accepte | OK 👍🏽',
				no: 'Non, trop cher | 👎',
				unclear: 'oui 50 euros | oui, si les pièces sont comprises',
			},
			name: {
				message: 'Souhaitez-vous parler à Claire ?',
				yes: 'Oui, à Claire | ouais',
				no: 'non, pas à Claire | Non merci beaucoup',
				unclear: 'oui, à Paul | qui est Claire ?',
			},
			none: {
				message: 'Votre commande est prête.',
				yes: 'Super, merci beaucoup ! | Bonjour, oui s’il vous plaît',
				no: 'Non, merci. | ❌',
				unclear: 'bonjour | quelle commande',
			},
		},
		choice: {
			message: 'Quand pouvons-nous venir ?',
			choices: ['Mardi à 10h00', 'Mercredi à 15h30', 'Vendredi à 12h00'],
			1: '1 | mardi svp | le premier',
			2: 'option 2 | 15h30 ça me va',
			3: 'vendredi, merci',
			unclear: 'lundi | oui',
		},
	},
	{
		language: 'Portuguese',
		approvals: {
			come: {
				message: 'Podemos ir à sua casa amanhã?',
				yes: 'sim | Sim por favor | ok obrigado | sim, pode vir 👍 | claro, perfeito | Sim, tudo bem',
				no: 'não | Não obrigada | nao, desculpe',
				unclear: 'ainda não | talvez | sim mas amanhã não',
			},
			pay: {
				message: 'Podemos cobrar no seu cartão agora?',
				yes: 'Sim, podem cobrar | está bem | De acordo',
				no: 'Não, agora não | melhor não',
				unclear: 'qual cartão? | já paguei',
			},
			cancel: {
				message: 'Quer cancelar o seu pedido?',
				yes: 'sim, cancelar | Sim, cancele por favor',
				no: 'não, não cancelar | Não, de jeito nenhum',
				unclear: 'cancelar | já cancelei',
			},
			stop: {
				message: 'Devemos parar o conserto?',
				yes: 'sim, parar | Sim, parem por favor',
				no: 'não, não parem | Não!',
				unclear: 'parar | Parem',
			},
			time: {
				message: 'Podemos ir às 9?',
				yes: 'Sim, às 9 está bom | perfeito, obrigado!',
				no: 'Não, não posso | nao',
				unclear: 'sim às 11 | sim, 10 | Sim depois das 5',
			},
			day: {
				message: 'Podemos ir na terça?',
				yes: 'Sim, na terça | claro que sim 😊',
				no: 'não, na terça não | Infelizmente não',
				unclear: 'Sim, na quinta por favor | melhor quarta',
			},
			amount: {
				message: 'O conserto custa 80 reais. Aceita?',
				yes: 'Sim, aceito | OK 👍🏽',
				no: 'Não, muito caro | 👎',
				unclear: 'sim 50 reais | sim, se incluir as peças',
			},
			name: {
				message: 'Quer falar com a Ana?',
				yes: 'Sim, com a Ana | quero sim',
				no: 'não, com a Ana não | Não, muito obrigado',
				unclear: 'sim, com o Pedro | quem é Ana?',
			},
			none: {
				message: 'Seu pedido está pronto.',
				yes: 'Ótimo, muito obrigado! | Olá, sim por favor',
				no: 'Não, obrigado. | ❌',
				unclear: 'bom dia | que pedido',
			},
		},
		choice: {
			message: 'Quando podemos ir?',
			choices: ['Terça às 10:00', 'Quarta às 15:30', 'Sexta às 12:00'],
			1: '1 | terça por favor | a primeira',
			2: 'opção 2 | 15:30 está bom',
			3: 'sexta, obrigado',
			unclear: 'segunda | sim',
		},
	},
	{
		language: 'Italian',
		approvals: {
			come: {
				message: 'Possiamo venire da lei domani?',
				yes: 'sì | Si grazie | ok grazie | sì, va bene 👍 | certo, perfetto | Sì, per favore',
				no: 'no | No grazie | no, mi dispiace',
				unclear: 'non ancora | forse | sì ma non domani',
			},
			pay: {
				message: 'Possiamo addebitare la carta adesso?',
				yes: 'Sì, addebitate | va bene | D’accordo',
				no: 'No, adesso no | meglio di no',
				unclear: 'quale carta? | ho già pagato',
			},
			cancel: {
				message: 'Vuole annullare il suo ordine?',
				yes: 'sì, annullare | Sì, annulli l’ordine per favore',
				no: 'no, non annullare | No, assolutamente no',
				unclear: 'annullare | ho già annullato',
			},
			stop: {
				message: 'Dobbiamo fermare la riparazione?',
				yes: 'sì, fermare | Sì, fermate per favore',
				no: 'no, non fermate | No!',
				unclear: 'fermare | Fermate',
			},
			time: {
				message: 'Possiamo venire alle 9?',
				yes: 'Sì, alle 9 va bene | perfetto, grazie!',
				no: 'No, non posso | no no',
				unclear: 'sì alle 11 | sì, 10 | Sì dopo le 5',
			},
			day: {
				message: 'Possiamo venire martedì?',
				yes: 'Sì, martedì | certo che sì 😊',
				no: 'no, martedì no | Purtroppo no',
				unclear: 'Sì, giovedì per favore | meglio mercoledì',
			},
			amount: {
				message: 'La riparazione costa 80 euro. Accetta?',
				yes: 'Sì, accetto | OK 👍🏽',
				no: 'No, troppo caro | 👎',
				unclear: 'sì 50 euro | sì, se include i pezzi',
			},
			name: {
				message: 'Vuole parlare con Giulia?',
				yes: 'Sì, con Giulia | certamente',
				no: 'no, con Giulia no | No, grazie mille',
				unclear: 'sì, con Marco | chi è Giulia?',
			},
			none: {
				message: 'Il suo ordine è pronto.',
				yes: 'Ottimo, grazie mille! | Salve, sì grazie',
				no: 'No, grazie. | ❌',
				unclear: 'buongiorno | quale ordine',
			},
		},
		choice: {
			message: 'Quando possiamo venire?',
			choices: ['Martedì alle 10:00', 'Mercoledì alle 15:30', 'Venerdì alle 12:00'],
			1: '1 | martedì per favore | la prima',
			2: 'opzione 2 | 15:30 va bene',
			3: 'venerdì, grazie',
			unclear: 'lunedì | sì',
		},
	},
	{
		language: 'Dutch',
		approvals: {
			come: {
				message: 'Mogen we morgen bij u langskomen?',
				yes: 'ja | Ja graag | ok bedankt | ja, prima 👍 | natuurlijk, goed | Ja, dat is goed',
				no: 'nee | Nee bedankt | nee sorry',
				unclear: 'nog niet | misschien | ja maar niet morgen',
			},
			pay: {
				message: 'Mogen we het bedrag nu afschrijven?',
				yes: 'Ja, afschrijven | in orde | Akkoord',
				no: 'Nee, nu niet | liever niet',
				unclear: 'welk bedrag? | ik heb al betaald',
			},
			cancel: {
				message: 'Zal ik uw bestelling annuleren?',
				yes: 'ja, annuleren | Ja, annuleer de bestelling alstublieft',
				no: 'nee, niet annuleren | Nee, zeker niet',
				unclear: 'annuleren | ik heb al geannuleerd',
			},
			stop: {
				message: 'Zullen we de reparatie stoppen?',
				yes: 'ja stoppen | Ja, graag stoppen | Graag stoppen',
				no: 'nee, niet stoppen | Nee!',
				unclear: 'stoppen | Stoppen?',
			},
			time: {
				message: 'Kunnen we om 9 uur komen?',
				yes: 'Ja, 9 uur is goed | perfect, dank u!',
				no: 'Nee, dat kan helaas niet | nee hoor',
				unclear: 'ja om 11 uur | ja 10 uur | Ja na 17 uur',
			},
			day: {
				message: 'Kunnen we dinsdag komen?',
				yes: 'Ja, dinsdag is prima | heel graag 😊',
				no: 'nee, niet dinsdag | Helaas niet',
				unclear: 'Ja donderdag graag | liever woensdag',
			},
			amount: {
				message: 'De reparatie kost 80 euro. Gaat u akkoord?',
				yes: 'Ja, ik ga akkoord | OK 👍🏽',
				no: 'Nee, te duur | 👎',
				unclear: 'ja 50 euro | ja, als de onderdelen erbij zitten',
			},
			name: {
				message: 'Mogen we u doorverbinden met Anouk?',
				yes: 'Ja, met Anouk graag | jazeker',
				no: 'nee, niet met Anouk | Nee, dank u wel',
				unclear: 'ja, met Pieter graag | wie is Anouk?',
			},
			none: {
				message: 'Uw bestelling staat klaar.',
				yes: 'Super, dank je wel! | Hallo, ja graag',
				no: 'Nee, bedankt. | ❌',
				unclear: 'goedemorgen | welke bestelling',
			},
		},
		choice: {
			message: 'Wanneer mogen we komen?',
			choices: ['Dinsdag om 10:00', 'Woensdag om 15:30', 'Vrijdag om 12:00'],
			1: '1 | dinsdag graag | de eerste',
			2: 'optie 2 | 15:30 is goed',
			3: 'vrijdag, bedankt',
			unclear: 'maandag | ja',
		},
	},
	{
		language: 'Swedish',
		approvals: {
			come: {
				message: 'Kan vi komma till er imorgon?',
				yes: 'ja tack | Ja, det går bra 👍 | absolut',
				no: 'nej | Nej tack',
			},
			pay: { message: 'Får vi dra beloppet nu?', yes: 'okej tack', no: 'Nej, inte nu' },
			cancel: { message: 'Ska vi avboka er tid?', yes: 'ja, avboka', unclear: 'avboka' },
			stop: {
				message: 'Ska vi stoppa reparationen?',
				yes: 'ja stoppa',
				no: 'nej, stoppa inte',
				unclear: 'stoppa',
			},
			time: { message: 'Kan vi komma klockan 9?', yes: 'Ja, klockan 9', unclear: 'ja klockan 11' },
			day: { message: 'Kan vi komma på tisdag?', yes: 'Javisst!', unclear: 'Ja på torsdag' },
			amount: { message: 'Det kostar 800 kronor. Är det okej?', yes: 'okej', unclear: 'ja 500 kronor' },
			name: {
				message: 'Vill ni tala med Karin?',
				yes: 'Ja, med Karin tack',
				no: 'nej tyvärr',
				unclear: 'Ja, med Anna',
			},
			none: { message: 'Er beställning är klar.', unclear: 'kanske' },
		},
		choice: {
			message: 'När kan vi komma?',
			choices: ['Tisdag kl. 10', 'Onsdag kl. 15', 'Fredag kl. 12'],
			1: '1',
			2: 'onsdag tack',
			3: 'den tredje',
		},
	},
	{
		language: 'Danish',
		approvals: {
			come: {
				message: 'Må vi komme i morgen?',
				yes: 'ja tak | Ja, det er fint 👍 | selvfølgelig',
				no: 'nej | Nej tak',
			},
			pay: { message: 'Må vi trække beløbet nu?', yes: 'okay tak', no: 'Nej, ikke nu' },
			cancel: { message: 'Skal vi aflyse din tid?', yes: 'ja, aflys', unclear: 'aflyse' },
			stop: {
				message: 'Skal vi stoppe reparationen?',
				yes: 'ja stop',
				no: 'nej, ikke stoppe',
				unclear: 'stop',
			},
			time: { message: 'Kan vi komme klokken 9?', yes: 'Ja, klokken 9', unclear: 'ja klokken 11' },
			day: { message: 'Kan vi komme på tirsdag?', yes: 'Ja da!', unclear: 'Ja på torsdag' },
			amount: {
				message: 'Det koster 800 kroner. Er det i orden?',
				yes: 'det er i orden',
				unclear: 'ja 500 kroner',
			},
			name: {
				message: 'Vil du tale med Mette?',
				yes: 'Ja, med Mette tak',
				no: 'nej desværre',
				unclear: 'Ja, med Anna',
			},
			none: { message: 'Din bestilling er klar.', unclear: 'måske' },
		},
		choice: {
			message: 'Hvornår må vi komme?',
			choices: ['Tirsdag kl. 10', 'Onsdag kl. 15', 'Fredag kl. 12'],
			1: '1',
			2: 'onsdag tak',
			3: 'den tredje',
		},
	},
	{
		language: 'Norwegian',
		approvals: {
			come: {
				message: 'Kan vi komme i morgen?',
				yes: 'ja takk | Ja, det er greit 👍 | selvfølgelig',
				no: 'nei | Nei takk',
			},
			pay: { message: 'Kan vi trekke beløpet nå?', yes: 'ok takk', no: 'Nei, ikke nå' },
			cancel: { message: 'Skal vi avlyse timen din?', yes: 'ja, avlys', unclear: 'avlyse' },
			stop: {
				message: 'Skal vi stoppe reparasjonen?',
				yes: 'ja stopp',
				no: 'nei, ikke stopp',
				unclear: 'stopp',
			},
			time: { message: 'Kan vi komme klokken 9?', yes: 'Ja, klokken 9', unclear: 'ja klokken 11' },
			day: { message: 'Kan vi komme på tirsdag?', yes: 'Ja da!', unclear: 'Ja på torsdag' },
			amount: {
				message: 'Det koster 800 kroner. Er det greit?',
				yes: 'det er greit',
				unclear: 'ja 500 kroner',
			},
			name: {
				message: 'Vil du snakke med Ingrid?',
				yes: 'Ja, med Ingrid takk',
				no: 'nei dessverre',
				unclear: 'Ja, med Anna',
			},
			none: { message: 'Bestillingen din er klar.', unclear: 'kanskje' },
		},
		choice: {
			message: 'Når kan vi komme?',
			choices: ['Tirsdag kl. 10', 'Onsdag kl. 15', 'Fredag kl. 12'],
			1: '1',
			2: 'onsdag takk',
			3: 'den tredje',
		},
	},
	{
		language: 'Polish',
		approvals: {
			come: {
				message: 'Czy możemy przyjechać jutro?',
				yes: 'tak | Tak, proszę 👍 | oczywiście',
				no: 'nie | Nie, dziękuję',
			},
			pay: { message: 'Czy możemy pobrać opłatę teraz?', yes: 'ok dzięki', no: 'Nie, nie teraz' },
			cancel: { message: 'Czy anulować zamówienie?', yes: 'tak, anulować', unclear: 'anulować' },
			stop: {
				message: 'Czy wstrzymać naprawę?',
				yes: 'tak, wstrzymać',
				no: 'nie wstrzymywać, nie',
				unclear: 'wstrzymać',
			},
			time: { message: 'Czy możemy przyjechać o 9?', yes: 'Tak, o 9', unclear: 'tak o 11' },
			day: { message: 'Czy możemy przyjechać we wtorek?', yes: 'dobrze', unclear: 'Tak w czwartek' },
			amount: { message: 'Naprawa kosztuje 80 zł. Zgoda?', yes: 'zgadzam się', unclear: 'tak 50 zł' },
			name: {
				message: 'Czy połączyć z Anną?',
				yes: 'Tak, z Anną proszę',
				no: 'niestety nie',
				unclear: 'Tak, z Marią',
			},
			none: { message: 'Zamówienie jest gotowe.', unclear: 'może' },
		},
		choice: {
			message: 'Kiedy możemy przyjechać?',
			choices: ['Wtorek 10:00', 'Środa 15:30', 'Piątek 12:00'],
			1: '1',
			2: 'środa proszę',
			3: 'trzeci',
		},
	},
	{
		language: 'Russian',
		approvals: {
			come: {
				message: 'Можно нам приехать завтра?',
				yes: 'да | Да, пожалуйста 👍 | конечно',
				no: 'нет | Нет, спасибо',
			},
			pay: { message: 'Списать сумму сейчас?', yes: 'хорошо, спасибо', no: 'Нет, не сейчас' },
			cancel: { message: 'Отменить ваш заказ?', yes: 'да, отменить', unclear: 'отменить' },
			stop: {
				message: 'Остановить ремонт?',
				yes: 'да, остановите',
				no: 'нет, не надо',
				unclear: 'остановить',
			},
			time: { message: 'Можно приехать в 9?', yes: 'Да, в 9', unclear: 'да в 11' },
			day: { message: 'Можно приехать во вторник?', yes: 'ок', unclear: 'Да, в четверг' },
			amount: {
				message: 'Ремонт стоит 800 рублей. Вы согласны?',
				yes: 'да, согласен',
				unclear: 'да 500 рублей',
			},
			name: {
				message: 'Соединить вас с Анной?',
				yes: 'Да, с Анной пожалуйста',
				no: 'к сожалению нет',
				unclear: 'Да, с Марией',
			},
			none: { message: 'Ваш заказ готов.', unclear: 'может быть' },
		},
		choice: {
			message: 'Когда можно приехать?',
			choices: ['Вторник 10:00', 'Среда 15:30', 'Пятница 12:00'],
			1: '1',
			2: 'среда пожалуйста',
			3: 'третий',
		},
	},
	{
		language: 'Turkish',
		approvals: {
			come: {
				message: 'Yarın gelebilir miyiz?',
				yes: 'evet | Evet lütfen 👍 | tabii ki',
				no: 'hayır | Hayır, teşekkürler',
			},
			pay: { message: 'Ödemeyi şimdi alalım mı?', yes: 'tamam teşekkürler', no: 'Hayır, istemiyorum' },
			cancel: { message: 'Siparişinizi iptal edelim mi?', yes: 'evet, iptal edin', unclear: 'iptal' },
			stop: {
				message: 'Tamiri durduralım mı?',
				yes: 'evet durdurun',
				no: 'hayır, durdurmayın',
				unclear: 'durdur',
			},
			time: { message: 'Saat 9 için uygun musunuz?', yes: 'Evet, saat 9', unclear: 'evet saat 11' },
			day: { message: 'Salı günü gelelim mi?', yes: 'olur', unclear: 'Evet perşembe günü' },
			amount: {
				message: 'Tamir 800 lira. Kabul ediyor musunuz?',
				yes: 'kabul ediyorum',
				unclear: 'evet 500 lira',
			},
			name: {
				message: 'Sizi Ayşe ile görüştürelim mi?',
				yes: 'Evet, Ayşe ile lütfen',
				no: 'maalesef hayır',
				unclear: 'Evet, Fatma ile',
			},
			none: { message: 'Siparişiniz hazır.', unclear: 'belki' },
		},
		choice: {
			message: 'Ne zaman gelelim?',
			choices: ['Salı 10:00', 'Çarşamba 15:30', 'Cuma 12:00'],
			1: '1',
			2: 'çarşamba lütfen',
			3: 'üçüncü',
		},
	},
	{
		language: 'Arabic',
		approvals: {
			come: { message: 'هل يمكننا أن نأتي غدا؟', yes: 'نعم | نعم من فضلك 👍 | أكيد', no: 'لا | لا شكرا' },
			pay: { message: 'هل نخصم المبلغ الآن؟', yes: 'حسنا شكرا', no: 'لا، ليس الآن' },
			cancel: { message: 'هل تريد إلغاء الطلب؟', yes: 'نعم، إلغاء', unclear: 'إلغاء' },
			stop: { message: 'هل نوقف الإصلاح؟', yes: 'نعم نوقف', no: 'لا لا', unclear: 'نوقف' },
			time: { message: 'هل يمكننا أن نأتي الساعة 9؟', yes: 'نعم الساعة 9', unclear: 'نعم الساعة 11' },
			day: { message: 'هل نأتي يوم الثلاثاء؟', yes: 'تمام', unclear: 'نعم يوم الخميس' },
			amount: { message: 'التكلفة 80 ريال. هل توافق؟', yes: 'نعم موافق', unclear: 'نعم 50 ريال' },
			name: {
				message: 'هل تريد التحدث مع سارة؟',
				yes: 'نعم مع سارة',
				no: 'للأسف لا',
				unclear: 'نعم مع مريم',
			},
			none: { message: 'طلبك جاهز.', unclear: 'ربما' },
		},
		choice: {
			message: 'متى نأتي؟',
			choices: ['الثلاثاء 10:00', 'الأربعاء 15:30', 'الجمعة 12:00'],
			1: '1',
			2: 'الأربعاء من فضلك',
			3: 'الثالث',
		},
	},
	{
		language: 'Hindi',
		approvals: {
			come: { message: 'क्या हम कल आ सकते हैं?', yes: 'हाँ | जी हाँ 👍 | ज़रूर', no: 'नहीं | नहीं, धन्यवाद' },
			pay: { message: 'क्या हम अभी पैसे काट लें?', yes: 'ठीक है धन्यवाद', no: 'nahi ji' },
			cancel: { message: 'क्या आपका ऑर्डर रद्द कर दें?', yes: 'हाँ, रद्द कर दें', unclear: 'रद्द' },
			stop: { message: 'क्या मरम्मत बंद कर दें?', yes: 'हाँ बंद कर दें', no: 'नहीं, मत कीजिए', unclear: 'बंद' },
			time: { message: 'क्या हम 9 बजे आ सकते हैं?', yes: 'हाँ 9 बजे', unclear: 'हाँ 11 बजे' },
			day: { message: 'क्या हम मंगलवार को आएँ?', yes: 'haan ji', unclear: 'हाँ गुरुवार को' },
			amount: { message: 'मरम्मत 800 रुपये की है। क्या मंज़ूर है?', yes: 'theek hai', unclear: 'हाँ 500 रुपये' },
			name: { message: 'क्या आप सीता से बात करना चाहेंगे?', yes: 'हाँ सीता से', no: 'जी नहीं', unclear: 'हाँ गीता से' },
			none: { message: 'आपका ऑर्डर तैयार है।', unclear: 'शायद' },
		},
		choice: {
			message: 'हम कब आएँ?',
			choices: ['मंगलवार 10:00', 'बुधवार 15:30', 'शुक्रवार 12:00'],
			1: '1',
			2: 'बुधवार',
			3: 'तीसरा',
		},
	},
	{
		language: 'Indonesian',
		approvals: {
			come: {
				message: 'Bolehkah kami datang besok?',
				yes: 'ya | Ya, silakan 👍 | boleh',
				no: 'tidak | Tidak, terima kasih',
			},
			pay: { message: 'Apakah kami tagih sekarang?', yes: 'oke makasih', no: 'Tidak, jangan sekarang' },
			cancel: { message: 'Apakah pesanan Anda dibatalkan?', yes: 'ya, dibatalkan', unclear: 'dibatalkan' },
			stop: {
				message: 'Apakah perbaikan dihentikan?',
				yes: 'iya hentikan',
				no: 'tidak, jangan dihentikan',
				unclear: 'hentikan',
			},
			time: { message: 'Bolehkah kami datang jam 9?', yes: 'Ya, jam 9', unclear: 'ya jam 11' },
			day: { message: 'Bolehkah kami datang hari Selasa?', yes: 'baik', unclear: 'Ya hari Kamis' },
			amount: { message: 'Biayanya 80 ribu. Setuju?', yes: 'ya saya setuju', unclear: 'ya 50 ribu' },
			name: {
				message: 'Mau bicara dengan Siti?',
				yes: 'Ya, dengan Siti',
				no: 'maaf tidak',
				unclear: 'Ya, dengan Dewi',
			},
			none: { message: 'Pesanan Anda siap.', unclear: 'mungkin' },
		},
		choice: {
			message: 'Kapan kami boleh datang?',
			choices: ['Selasa 10:00', 'Rabu 15:30', 'Jumat 12:00'],
			1: '1',
			2: 'Rabu saja',
			3: 'yang ketiga',
		},
	},
];
