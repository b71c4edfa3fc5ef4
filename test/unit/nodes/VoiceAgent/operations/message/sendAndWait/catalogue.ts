/** What a reply to a question for yes or no means. */
export type Meaning = 'yes' | 'no' | 'unclear';

export interface CataloguedReply {
	language: string;
	meaning: Meaning;
	text: string;
}

/**
 * Replies as people type them to "Shall we come tomorrow?" or "May this be sent?", one a line. What agrees by a negation ("no
 * problem") is unclear here: nothing with a negation may approve.
 */
const CATALOGUE: Record<string, Record<Meaning, string>> = {
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
			Stop
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

/** The catalogue in a list. */
export const listOf = (catalogue: Record<string, Record<Meaning, string>>): CataloguedReply[] =>
	Object.entries(catalogue).flatMap(([language, meanings]) =>
		(Object.entries(meanings) as Array<[Meaning, string]>).flatMap(([meaning, lines]) =>
			lines
				.split('\n')
				.map((line) => line.trim())
				.filter((line) => line !== '')
				.map((text) => ({ language, meaning, text })),
		),
	);

export const catalogue = listOf(CATALOGUE);
