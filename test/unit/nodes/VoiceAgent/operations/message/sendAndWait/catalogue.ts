import { MORE_LANGUAGES, MORE_LANGUAGES_LATER } from './moreLanguages.ts';

/** The meaning of a reply to a question for yes or no. */
export type Meaning = 'yes' | 'no' | 'unclear' | 'optOut';

export interface CataloguedReply {
	language: string;
	meaning: Meaning;
	text: string;
}

/** Replies by their meaning, one a line. */
export type Replies = Partial<Record<Meaning, string>>;

/** The message that the replies answer. */
const MESSAGES: Record<string, string> = {
	English: 'Shall we come tomorrow?',
	Spanish: '¿Podemos ir mañana?',
	German: 'Dürfen wir morgen kommen?',
	French: 'Pouvons-nous venir demain ?',
	Portuguese: 'Podemos ir amanhã às 10?',
	Italian: 'Possiamo venire domani alle 10?',
	Dutch: 'Mogen we morgen komen?',
	Hindi: 'क्या हम कल आ सकते हैं?',
	Indonesian: 'Apakah kami boleh datang besok?',
	Turkish: 'Yarın gelebilir miyiz?',
	Polish: 'Czy możemy przyjść jutro?',
	Russian: 'Можно нам прийти завтра?',
	Arabic: 'هل يمكننا أن نأتي غدا؟',
	Swedish: 'Kan vi komma imorgon?',
	Danish: 'Må vi komme i morgen?',
	Norwegian: 'Kan vi komme i morgen?',
};

/** The message that replies in a language answer, with the line that the node adds. */
export const messageIn = (language: string): string => `${MESSAGES[language] ?? ''}\n\nReply yes or no.`;

/**
 * Replies as people type them to "Shall we come tomorrow?" or "May this be sent?", one a line. What agrees by
 * a negation ("no problem") is unclear here: nothing with a negation may approve.
 */
const CATALOGUE: Record<string, Replies> = {
	English: {
		yes: `
			Yes
			YES!
			Yes, of course!
			Yes, thanks
			Yes I can
			yup
			ok thanks
			sure, go ahead
			I approve
			yes do it
			Yes please
			yeah sure
			Yes, that works
			Yes that's fine
			ok
			OK 👍
			👍🏽
			👍👍👍
			✅
			👌🏻
			Sure thing
			Absolutely
			Definitely!
			of course
			Go ahead
			go for it
			Sounds good
			sounds great, thank you!
			That works for me
			perfect, thanks
			I confirm
			Confirmed.
			Approved, thanks
			Yes, see you tomorrow
			Yes, Tuesday at 10 is great
			Yes, we'll be there
			yes I'll be home all day
			yesss
			yes yes yes
			Y
			Hi, yes
			Hello! Yes please, thank you
			Good morning, yes that is fine
			ＹＥＳ
			*yes*
			Yes 😊
			Fine by me
			all good, do it
			Please do
			send it
			Yes, you can come
			I agree
			Yes I would like that
			Alright, see you then
			Correct
			yes 100%
		`,
		no: `
			No
			NO!
			No, sorry
			nope, not today
			No thanks
			no thank you
			nah
			No way
			not today
			No, I can't
			No I cannot make it
			Sorry, no
			sorry, I can't
			I can't make it tomorrow
			Unfortunately not
			I'd rather not
			No, please cancel
			Cancel it please
			I decline
			Rejected
			👎🏿
			❌
			no no no
			nooo
			n
			Don't send it
			Do not send this
			please don't
			Never
			absolutely not
			Of course not
			Definitely not!
			Hello, no thanks
			No, that doesn't work for me
			No, we are away on holiday
			not interested
			I disagree
			I do not approve
			not ok
		`,
		optOut: `
			Stop
			STOP
			Unsubscribe
			leave me alone
			Take me off your list
			Opt out
		`,
		unclear: `
			maybe
			Yes, but not today
			yes but later
			Yes?
			~~yes~~
			yes and no
			👍👎
			no problem
			No worries
			why not
			not yet
			No, go ahead
			yesterday
			Yes if it doesn't rain
			yes, unless my wife needs the car
			Yes, wait
			yes hold on a second
			Who is this?
			what do you mean
			Can we do Thursday instead?
			only to Bob
			Yes, only to Bob
			yes after 5pm
			Let me check
			ok let me check with my wife
			ok who is this
			I'll let you know
			I don't know
			I'm not sure
			I think so
			Probably yes
			🤷‍♂️
			🤔
			yes 🙄
			yeah right
			yeah no
			ok but make it 11
			Thanks
			Hello
			In a meeting, call you later
			10
			yes to the first, no to the second
			Yes, or rather Friday
			yes, make it 11 instead
			I don't mind
			no objections
			No wait, yes
			yes... actually wait
			Yes, sorry, wrong number
			Anything but yes
			sure, when pigs fly
			y e s
			okno
			Tomorrow
			Yes I'll think about it
			I approve of nothing here
			ok, ask Anna first
		`,
	},
	Spanish: {
		yes: `
			sí
			Si
			Sí, claro
			sí por favor
			Sí, gracias
			Claro que sí
			vale
			Por supuesto
			De acuerdo
			Sí, mañana a las 10 está bien
			Hola, sí, perfecto
			dale
		`,
		no: `
			No, gracias
			Claro que no
			No puedo
			Lo siento, no
			no, mañana no estoy en casa
			Mejor no
			cancelar
		`,
		unclear: `
			si pero no
			sí, pero más tarde
			Si puedes
			tal vez
			no lo sé
			¿Sí?
			sin problema
		`,
	},
	German: {
		yes: `
			Ja
			ja gerne
			Ja, bitte
			Ja klar, danke!
			jawohl
			Passt
			Passt gut, danke
			In Ordnung
			Einverstanden
			Jo
			Ja, das geht
			Na klar
			Geht klar 👍
			Ja, wir sind zu Hause
		`,
		no: `
			Nein
			nein danke
			nö
			Leider nein
			Nein, das passt nicht
			Auf keinen Fall
			Lieber nicht
			nee
			Bitte nicht senden
		`,
		unclear: `
			ja, aber nicht morgen
			Jein
			Kein Problem
			vielleicht
			Ja, wenn es nicht regnet
			nicht
			Ja, aber erst um 11
			Weiß nicht
			warum nicht
		`,
	},
	French: {
		yes: `
			Oui
			oui merci
			Oui, bien sûr
			d'accord
			D’accord, merci !
			OK pour moi
			Ça marche
			Oui, avec plaisir
			c'est bon
			Parfait
			Oui je serai là
			ouais
		`,
		no: `
			Non
			Non merci
			non, désolé
			Pas aujourd'hui
			Surtout pas
			Non, je ne peux pas
			Bien sûr que non
			Je refuse
		`,
		unclear: `
			oui mais pas demain
			peut-être
			pas de problème
			Oui si possible le matin
			Pourquoi pas
			je ne sais pas
			Oui, sauf lundi
		`,
	},
	Portuguese: {
		yes: `
			Sim
			sim, por favor
			Sim, obrigado
			Claro
			Pode ser
			Com certeza
			Pode vir
			Sim, pode enviar
			Tá bom
			Combinado!
			Tudo bem
		`,
		no: `
			Não
			nao
			Não, obrigada
			Agora não
			Infelizmente não
			Não posso amanhã
			De jeito nenhum
		`,
		unclear: `
			sim, mas não amanhã
			talvez
			sem problema
			Não sei
			Sim, se der tempo
			Já vi
			quem é?
		`,
	},
	Italian: {
		yes: `
			Sì
			sì grazie
			Certo
			Certamente
			Va bene
			D'accordo
			Sì, va benissimo
			Volentieri
			Ok perfetto
			Si certo, a domani
			Confermo
		`,
		no: `
			No grazie
			No, mi dispiace
			Assolutamente no
			Non posso
			Certo che no
			Purtroppo no
		`,
		unclear: `
			sì ma non domani
			forse
			non lo so
			Nessun problema
			perché no
			Sì, se non piove
			Sì, però più tardi
		`,
	},
	Dutch: {
		yes: `
			Ja hoor
			ja graag
			Prima
			Akkoord
			Is goed
			Ja, dat is goed
			Tuurlijk
			Zeker
			Helemaal goed, dank je
			Ja, tot morgen
			ja doe maar
		`,
		no: `
			Nee
			nee bedankt
			Helaas niet
			Liever niet
			Nee, dat lukt niet
			Zeker niet
			Doe maar niet
		`,
		unclear: `
			ja nee
			geen probleem
			misschien
			Ja, maar niet morgen
			Weet ik niet
			Ja, tenzij het regent
			waarom niet
		`,
	},
};

/** Written to measure the vocabulary, which was then extended by what it had not known of them. */
const MORE: Record<string, Replies> = {
	English: {
		yes: `
			Yes that would be lovely, thank you
			Ok cool
			Yep all good
			Sure, no... I mean yes
			Yeah go on then
			That'd be great
			Yes sir
			Totally fine
			Okay, thank you very much!
			Yes I will be there at 10
			Ok see you tomorrow
			Looking forward to it
			Yes, both of us will come
			great 👍
			Yes!! 🎉🎉
			Approve it
			ok do it
			Yes - go ahead and send
			yes ma'am
			Good with me
			Yeah that's perfect mate
			Yes, confirmed for tomorrow
			fine, thanks
			okey dokey
			It's a yes from me
		`,
		no: `
			No can do
			nope sorry mate
			No I'm busy
			No, we've moved house
			Thanks but no thanks
			No, I changed my mind
			Not for me, thanks
			no. please remove me
			I'm afraid not
			Sadly I can't
			No we sold the car last week
			Please don't come tomorrow
			Negative
			NOPE 👎
			no, the text is wrong
		`,
		unclear: `
			yes but only in the morning
			yes, as long as it's free
			ok what time
			Yes, who's asking
			What's this about
			Yes, I have a question first
			Maybe yes maybe no
			It depends
			Ok I'll ask my boss
			not that I know
			Yeah, sure, and I'm the Queen
			no rush
			Yes can you call me
			If you must
			Running late
			yes unless it snows
		`,
	},
	Spanish: {
		yes: `
			Sí, me parece bien
			Sii
			Sí, ahí estaremos
			ok gracias
		`,
		no: `
			No, no puedo mañana
			no me interesa
			Imposible
		`,
		unclear: `
			Depende
			Si me da tiempo
			sí, pero ¿a qué hora?
			No sé, te digo luego
		`,
	},
	German: {
		yes: `
			Ja, sehr gerne
			Ja super, bis morgen
			Passt für mich
			ok danke
		`,
		no: `
			Nein, tut mir leid
			Nein, ich bin im Urlaub
			Geht leider nicht
		`,
		unclear: `
			Ja, falls ich bis dahin zurück bin
			Mal sehen
			Ja, oder besser Freitag
			Nicht dass ich wüsste
		`,
	},
	French: {
		yes: `
			Oui c'est parfait
			Bien sûr !
			oui ça me va
		`,
		no: `
			Non, je suis absent demain
			Ça ne va pas
		`,
		unclear: `
			Oui, à condition que ce soit le matin
			Je vous rappelle
			si vous voulez
			Oui et non
		`,
	},
	Portuguese: {
		yes: `
			Sim, pode confirmar
			Ok, obrigada!
			Está ótimo
		`,
		no: `
			Não vou poder
			Não, desculpe
		`,
		unclear: `
			Sim, mas só à tarde
			Acho que sim
		`,
	},
	Italian: {
		yes: `
			Sì, perfetto grazie
			Si va bene
			Certo, nessuna obiezione... confermo
		`,
		no: `
			No, domani lavoro
			Non mi interessa
		`,
		unclear: `
			Sì, ma chi è?
			Vediamo
		`,
	},
	Dutch: {
		yes: `
			Ja, prima
			Ja is goed hoor
			Oké, tot dan
		`,
		no: `
			Nee, sorry
			Nee, ik ben op vakantie
		`,
		unclear: `
			Ja, als het droog blijft
			Kan ook vrijdag
		`,
	},
};

/** The same, later. */
const LATER: Record<string, Replies> = {
	English: {
		yes: `
			Yes, 10 works
			yes tomorrow is good for us
			Ok will do thanks
			Yes, I'm home all morning
			sounds good mate 👍
			Yup, thanks a lot
			Go right ahead
			I'd be happy to
			yes pls
			Okay great
			Yes of course, come in
			Yes, my husband will open the door
			👍 thanks
			Super, thanks!
			Yes I do
			Sure 😊
			Yes, approve
			It's approved
			yes it is
			Yes, you may send it
			Good. Send it.
			OK, go
			yep that's right
			Certainly, thank you for asking
			Ok I'm in
		`,
		no: `
			No, it's too expensive
			No, wrong person
			Nope, all set
			no longer interested
			No, I have to work
			No - my mother is ill
			sorry no can't do tomorrow
			No please
			Nah I'm good
			We can't, sorry
			No, leave it for now
			I don't approve this
			Don't do it
			Nooo way
			not really, sorry
		`,
		unclear: `
			Yes? What yes?
			I'll see
			we'll see
			If I can
			Yes provided Tom agrees
			yes, in case it stops raining
			sure but who are you
			Which day?
			who sent you
			Both
			👀
			hmm
			ok, ok, calm down
			Yes, I am not at home though
			you again
			Either is fine
			sure about that?
			Could be
		`,
	},
	Spanish: {
		yes: `
			Sí, perfecto, nos vemos
			Confirmado
			Si, gracias
			Sí, aquí estaré
		`,
		no: `
			No, tengo trabajo
			No señor
		`,
		unclear: `
			Sí, siempre que sea gratis
			ahora te digo
			si me llamas antes
		`,
	},
	German: {
		yes: `
			Ja, passt mir gut
			Klar, kommt vorbei
			Ja, das wäre super
			Gut, danke
		`,
		no: `
			Nein, morgen bin ich arbeiten
			ne danke
			Nein, bloß nicht
		`,
		unclear: `
			Ja, außer es schneit
			Wer ist da?
			Ja und nein
		`,
	},
	French: {
		yes: `
			Oui, tout à fait
			ok merci
			Oui, à demain
		`,
		no: `
			Non, je travaille
			Non ça ne m'intéresse pas
		`,
		unclear: `
			Oui, quand vous voulez mais le matin
			C'est qui ?
			Je vais voir
		`,
	},
	Portuguese: {
		yes: `
			Sim, estarei em casa
			Ok, pode ser
			Sim sim
		`,
		no: `
			Não, estou viajando
			não, valeu
		`,
		unclear: `
			Sim, a não ser que chova
			Vou ver e te falo
		`,
	},
	Italian: {
		yes: `
			Sì, a domani
			Va bene, grazie mille
		`,
		no: `
			No, sono in vacanza
			no no
		`,
		unclear: `
			Sì, a patto che sia gratis
			Ci penso
		`,
	},
	Dutch: {
		yes: `
			Ja, dat past
			Goed, tot dan
			Oke top
		`,
		no: `
			Nee, ik moet werken
			nee hoor
		`,
		unclear: `
			Ja, mits het niet regent
			Ik kijk even
		`,
	},
	'Several languages': {
		yes: `
			yes sure thing, come by anytime
			Yep, tomorrow's fine
			Yes, looking forward to meeting you
			Sure, sounds good to me
			Ok 👌
			Yes yes, come
			Perfect!
			Absolutely yes
			Yeah ok
			Yes we are ready
			please go ahead, thanks!
			Approved ✅
			ok perfect, thank you
			Yes, that date suits us
			yes I confirm
			Hey, yes, all fine
			Okay that's fine
			Fine, do it
			Sí, está bien, gracias
			Claro, adelante
			sí quiero
			Ja, passt
			Ja, machen Sie das bitte
			Sehr gerne!
			Oui, parfait merci
			Oui oui
			Sim, está ótimo
			Isso mesmo, pode ser
			Sì, d'accordo
			Va benissimo, a domani
			Ja, graag morgen
			Helemaal prima
		`,
		no: `
			No, not interested
			nope
			No I'm out of town
			No. Stop messaging me
			sorry, no time tomorrow
			No, that date is bad
			Please cancel my appointment
			I said no
			No sir
			👎👎
			No, gracias, estoy ocupado
			mejor otro día no
			Nein, heute geht es nicht
			Nein, auf keinen Fall!
			Non, pas possible demain
			Não, não posso
			No, non vengo
			Nee, dat wil ik niet
			Nee joh
		`,
		unclear: `
			Yes, once the invoice is corrected
			yes for Bob, no for Ann
			sure, whatever
			Yes, but at 3
			OK, then what?
			yes sorry who is that
			Yes I am still waiting for the last delivery
			Yes, and bring the invoice only
			yes, so long as Mia is there
			Thanks, I'll think about it
			Yes, though Monday would be better
			as soon as you pay me
			Maybe later
			who?
			New phone who dis
			Pas de souci, oui
			Pas de souci
			sí, cuando pueda mi marido
			Si no llueve
			Ja, sobald ich Zeit habe
			Ja, aber bitte leise
			Ja, muss ich noch klären
			Oui, dès que possible
			Oui, enfin peut-être
			Sim, assim que eu puder
			Sì, appena posso
			Ja, zodra het kan
			Ja, even kijken
			Già visto
			Nicht heute, aber morgen ja
			Rather not today, but yes on Friday
			I can't say no
			Nobody says no to that
		`,
	},
};

export const catalogue = [CATALOGUE, MORE, LATER, MORE_LANGUAGES, MORE_LANGUAGES_LATER].flatMap(listOf);

/** The replies in a list. */
function listOf(catalogue: Record<string, Replies>): CataloguedReply[] {
	return Object.entries(catalogue).flatMap(([language, meanings]) =>
		(Object.entries(meanings) as Array<[Meaning, string]>).flatMap(([meaning, lines]) =>
			lines
				.split('\n')
				.map((line) => line.trim())
				.filter((line) => line !== '')
				.map((text) => ({ language, meaning, text })),
		),
	);
}
