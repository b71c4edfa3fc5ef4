/** Joiners and signs that change only how other characters look: emoji style, skin and gender, key caps. */
const LOOKS = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u20e3|\u200d|\u2640|\u2642/gu;

/** Characters without width that are no spaces, such as soft hyphens and marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const APOSTROPHES = /['’‘`´]/gu;

const ACCENTS = /[\u0300-\u036f]/gu;

/**
 * Without their accents these are other words: "if" for the first
 * two, "yes" in other languages for the third.
 */
const ACCENT_COUNTS: Record<string, string> = { sí: 'sí', sì: 'sí', já: 'já' };

/** Anything but letters with their marks, digits and emoji. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu;

const withoutAccents = (word: string): string =>
	ACCENT_COUNTS[word] ?? word.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC');

/** A letter that is drawn out, as in "yesss". */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

/**
 * The words of a text, each emoji one of them. Case, accents, punctuation, full-width forms, skin tones and
 * drawn-out letters do not matter; "don't" reads as "dont", the way many type it.
 */
export const splitIntoWords = (text: string): string[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(LOOKS, '')
		.replace(/\u200b/g, ' ')
		.replace(INVISIBLE, '')
		.replace(APOSTROPHES, '')
		.replace(PUNCTUATION, ' ')
		.replace(/\p{Extended_Pictographic}/gu, ' $& ')
		.replace(DRAWN_OUT, '$1')
		.split(' ')
		.filter((word) => word !== '')
		.map(withoutAccents);

/** A question mark of any script, or an emoji of one. */
const QUESTION_MARK = /[?¿\u037e\u061f\u203d\u2753\u2754]/u;

export const hasQuestionMark = (text: string): boolean => QUESTION_MARK.test(text.normalize('NFKC'));

/** Struck out by the marks of chat apps, or by characters that lie over others. */
const STRUCK_OUT = /~[^~]+~|[\u0334-\u0338]/u;

export const isStruckOut = (text: string): boolean => STRUCK_OUT.test(text.normalize('NFD'));

/**
 * The effect of a word or phrase in a reply to a question for yes or no:
 * - `yes`, `no`: decides, also before words that are not known here;
 * - `agrees`, `declines`: decides where all the rest is known, since it begins other sentences too
 *   ("ok, who is this");
 * - `yesOrIf`: agrees where all the rest is known, otherwise means a condition;
 * - `filler`: neither adds nor takes away anything;
 * - `objection`: a negation, a change, a delay. Never approves, wherever it stands, and goes with a no;
 * - `doubt`: a condition, a question, a second thought. Neither approves nor declines, wherever it stands.
 */
export type Role = 'yes' | 'no' | 'agrees' | 'declines' | 'yesOrIf' | 'filler' | 'objection' | 'doubt';

/**
 * Phrases separated by commas, as `splitIntoWords` gives them: without most accents, and without apostrophes.
 */
type Phrases = Partial<Record<Role, string>>;

const EMOJI: Phrases = {
	agrees: '👍, ✅, 👌, ✔, ☑, 🆗, 💯, 🤝',
	no: '👎, ❌, 🚫, ⛔, ✖, 🛑, 🙅',
	filler: `
		🙏, 😊, 🙂, 😀, 😃, 😄, 😁, 😉, 😍, 🥰, 🤗, 😘, 🎉, 🥳, 👏, 🙌, 💪, 😎, 👋, 🤩, ❤, 💙, 💚, 🌟, ⭐, ✨, 😢, 😔, 😞, 🙁, ☹
	`,
	doubt: '🤔, 🤷, 🙄, 🙃, 😒, 🤨, 😏, 😕, ⏳, ✋',
};

const ENGLISH: Phrases = {
	yes: 'yes, yep, yup, i approve, yess',
	agrees: `
		y, ok, okay, okey, okee, oki, okie, okie dokie, k, kk, sure, sure thing, for sure, of course, approve, confirm,
		agree, agreed, accept, accepted, i accept, go ahead, go for it, please go ahead, do it, do that, do so,
		please do, send it, proceed, carry on, sounds good, sounds great, sounds fine, sounds perfect, sounds lovely,
		looks good, looks great, lgtm, works for me, works for us, that works, that works for me, this works, it works,
		fine, fine by me, fine with me, all good, good, great, perfect, excellent, awesome, wonderful, lovely,
		fantastic, brilliant, cool, super, alright, all right, correct, exactly, indeed, right, thats right, true,
		totally, gladly, with pleasure, my pleasure, happy to, id love to, love to, would love to, count me in,
		count us in, im in, were in, deal, done deal, good to go, green light, by all means, suits me, suits us,
		that suits me, will do, be my guest, i will, i can, we can, we will, do come, permission granted, thumbs up,
		ill be there, well be there, see you there, ya, yah, affirmative, absolutely, definitely, certainly, i confirm,
		approved, confirmed, aye, yeah, yea, yeh, that would be great, sounds like a plan, looks fine, looks ok,
		ship it, send, send away, send them, go, go on, go on then, lets go, lets do it, lets do that, lets do this,
		book it, please send, please send it, please proceed, you bet, roger, roger that, okey doke, okey dokey,
		okie dokey, great idea, good idea, good plan, would be great, would be good, would be lovely, would be perfect,
		would be fine, thatll work, that will work, that would work, works, sorted, ideal, super duper, ill be in,
		well be in, ill be home, well be home, ill be here, well be here, im home, were home, im available,
		were available, available, im free, were free, we accept, we agree, we approve, we confirm, looking forward,
		looking forward to it, look forward to it, forward to it, i agree, go right ahead, right ahead, be happy to,
		id be happy to, id be glad to, glad to, be glad to, id be delighted, delighted, come in
	`,
	no: `
		no, nope, nah, nay, negative, not today, not now, not this time, not tomorrow, not tonight, not at all,
		not possible, not interested, im not interested, were not interested, not approved, not ok, not okay, not good,
		not good enough, not this one, not acceptable, not agreed, not going to happen, not happening, not for me,
		not really, no thanks, no thank you, no way, unfortunately not, sadly not, absolutely not, definitely not,
		certainly not, of course not, rather not, id rather not, prefer not to, id prefer not to, better not,
		please do not, please dont, i cannot, i cant, we cannot, we cant, wont work, doesnt work, that doesnt work,
		that does not work, that wont work, i wont, we wont, never ever, i disagree, disagree, i decline, i refuse,
		i reject, rejected, declined, denied, refused, under no circumstances, no can do, hell no, i do not approve,
		i dont approve, do not approve, dont approve, dont send, do not send, dont do, do not do, dont come,
		do not come, cant make it, cannot make it, wont make it, cant do, i cannot make it, i cant make it,
		we cannot make it, we cant make it, i wont make it, we wont make it, couldnt make it, i am not able to,
		not able to, unable to, i have to cancel, i need to cancel, i must cancel, we have to cancel, please cancel,
		noo, afraid not, im afraid not, i am afraid not, think not, i think not, hope not, but no thanks,
		thanks but no thanks, no need, no thx, no ty, not convenient, not available, im not available, im busy,
		were busy, not home, im not home, not in town, out of town, i dont want, i dont want to, dont want, do not want,
		leave me alone, take me off, remove me, i pass, ill pass, hard pass, hard no, big no, its a no, it is a no,
		sorry but no, count me out, im out, not a chance, no chance, no deal, never again, over my dead body,
		no im good, nah im good, im out of town, we are out of town, were out of town, i said no, we said no,
		the answer is no, my answer is no
	`,
	declines: `
		n, decline, reject, deny, refuse, cancel, cancelled, canceled, cancel it, cancel that, cancel this, abort, stop,
		stop it, stop that, thumbs down, dont, do not, cant, cannot, wont, will not, never
	`,
	filler: `
		please, pls, plz, thanks, thank you, thank u, thx, ty, thank you so much, thank you very much, many thanks,
		cheers, hi, hello, hey, hiya, good morning, good afternoon, good evening, good day, morning, bye, see you,
		see you then, see you tomorrow, see you soon, see ya, cu, sorry, im sorry, i am sorry, apologies, im afraid,
		well, oh, ah, um, uh, hm, hmm, very, much, really, just, i, we, you, it, its, thats, that is, this is, that,
		this, is, it is, im, i am, we are, am, are, us, me, my, for, with, to, and, the, a, an, from me, my answer is,
		the answer is, a big, all, both, sir, madam, maam, dear, mate, man, bro, buddy, guys, team, everyone, again,
		tomorrow, today, then, there, nice, ha, haha, lol, wow, unfortunately, sadly, kind regards, regards, best,
		have a nice day, have a good day, too, also, as well, by me, you can, you may, all day, thatd be, that would be,
		it would be, would be, thatd, both of us, all of us, of us, thanks a lot, thanks so much, thank you all,
		for asking, thanks for asking, thank you for asking, i do, of you, a lot
	`,
	objection: `
		not, never, none, neither, nor, nothing, nobody, nowhere, without, hardly, barely, dont, doesnt, didnt, isnt,
		arent, wasnt, werent, cant, cannot, couldnt, wont, wouldnt, shouldnt, shant, mustnt, mightnt, neednt, havent,
		hasnt, hadnt, aint, no one, noone, later, after, before, first, postpone, reschedule, move it, delay, call, ask,
		check, make it, wrong, mistake, mistaken, misunderstood, change, changed, edit, modify, amend, replace,
		correct it, fix, earlier, different, another, other, else, some, most, part, partly, partially, half, less,
		otherwise, undo, revert, forget it, forget, forgot, skip, leave it, ignore, instead, rather, only, except,
		excluding, besides, early, sooner, scam, spam, unsubscribe, already, need, help, speak, talk, received, more,
		yesterday, except for, apart, aside, minus, save for, anymore, longer, of
	`,
	doubt: `
		no problem, no problems, no prob, no probs, not a problem, no worries, no worry, no issue, no issues,
		no objection, no objections, no doubt, no question, no big deal, no biggie, why not, not yet, not sure,
		im not sure, i am not sure, not certain, dont know, do not know, i dont know, i do not know, dunno, idk,
		dont mind, do not mind, i dont mind, i do not mind, wouldnt mind, dont care, dont worry, do not worry,
		dont understand, do not understand, i dont understand, dont think so, dont forget, cant wait, cannot wait,
		not bad, no need to ask, wouldnt miss, wouldnt say no, dont see why not, cant complain, cant say, cannot say,
		but, however, though, although, unless, until, till, if, whether, provided, providing, assuming, as long as,
		depends, depending, wait, hold on, hang on, hold, pause, hold off, one moment, a moment, one second, one sec,
		a second, moment, once, when, maybe, perhaps, possibly, probably, might, may be, guess, i guess, suppose,
		i suppose, i think, think, thought, hope, i hope, i believe, somewhat, kind of, sort of, who, whos, what, whats,
		why, how, where, which, whose, whom, can you, could you, can we, could we, would you, do you, are you, is it,
		is this, is that, did you, have you, should i, should we, let me, ill let you know, let you know, get back,
		confirmed by, to be confirmed, tbc, tbd, pending, actually, mean, i mean, confused, sarcasm, joking, kidding,
		jk, just kidding, yeah right, as if, when pigs fly, pigs, anything but, far from, or, almost, nearly,
		again later, test, testing, said, says, told, asked, no rush, no hurry, no matter, no kidding, never mind,
		nevermind, whatever, got your message, got it, question, questions, tell me, info, information, details,
		explain, speaking, remind, yes man, i wish, dream on, by then, so, quote, and im, and i am, if you must,
		in case, condition, conditions, conditional, conditionally, on condition, so long, so long as, given that,
		subject to, supposing, supposedly, granted that, by the time, in the event, in that event, considering,
		contingent, even though, despite, yet, while, whilst, because, since, well see, ill see, we shall see, see,
		even if, look into, let me look, let us look, let me see, discuss, consider, decide, clarify, check with,
		sleep on it, think about it, say no, cant say no, says no
	`,
};

const SPANISH: Phrases = {
	yes: `
		sí, claro que si, por supuesto que si, si claro, si por favor, si gracias, apruebo, si perfecto, si vale,
		si de acuerdo, si ok, ok si, si confirmo, si apruebo, si senor, si senora
	`,
	yesOrIf: 'si, sii',
	agrees: `
		claro, claro si, por supuesto, desde luego, vale, dale, de acuerdo, acuerdo, ok vale, venga, bien, muy bien,
		esta bien, perfecto, perfecta, genial, estupendo, excelente, correcto, exacto, adelante, hazlo, hagalo, envialo,
		envielo, mandalo, mandelo, procede, proceda, aprobar, confirmar, acepto, aceptado, con gusto, con mucho gusto,
		encantado, encantada, sin duda alguna, me parece bien, me parece perfecto, me va bien, nos va bien,
		me viene bien, todo bien, listo, cuenta conmigo, ya, sip, sep, ahi estare, alli estare, ahi estaremos,
		alli estaremos, os espero, los espero, bueno, aprobado, aprobada, confirmo, confirmado, confirmada,
		me viene genial, suena bien, me encantaria, estare en casa, estaremos en casa, estare, estaremos, hecho,
		trato hecho, va, vamos, puede enviarlo, puede venir, pueden pasar, puede pasar, pueden, puede, te espero,
		aqui estare, me va genial, me parece, buena idea, que si, estoy de acuerdo, estamos de acuerdo
	`,
	no: `
		no gracias, claro que no, por supuesto que no, desde luego que no, no puedo, no podemos, mejor no, ahora no,
		hoy no, manana no, todavia no quiero, de ninguna manera, de ningun modo, ni hablar, para nada, en absoluto,
		lamentablemente no, desgraciadamente no, por desgracia no, rechazo, rechazado, rechazada, me niego, no quiero,
		no acepto, no apruebo, nunca, jamas, imposible, nop, no va a poder ser, no va a ser posible, no es posible,
		no me viene bien, no me va bien, no estoy de acuerdo, no estoy, no estare, no lo envies, no lo envie, no enviar,
		no me interesa, no estoy interesado, no estoy interesada, no hace falta, que va
	`,
	declines: 'rechazar, cancelar, cancela, cancele, cancelalo, cancelado, anular, anula, detener',
	filler: `
		por favor, porfa, gracias, muchas gracias, mil gracias, hola, buenos dias, buenas tardes, buenas noches, buenas,
		adios, hasta manana, hasta luego, nos vemos, nos vemos manana, saludos, un saludo, lo siento, lo lamento,
		disculpa, disculpe, perdon, perdona, perdone, pues, oh, ay, que, es, lo, el, la, los, las, un, una, me, nos, te,
		le, yo, tu, usted, mi, muy, todo, a, para mi, para nosotros, con, en, esta, este, eso, esto, senor, senora,
		manana, hoy, entonces, ahi, alli, aqui, tambien, feliz dia, buen dia, amigo, amiga
	`,
	objection: `
		no, ni, nunca, jamas, tampoco, nada, nadie, ningun, ninguno, ninguna, sin, non, salvo, excepto, menos, solo,
		solamente, unicamente, despues, antes, luego, mas tarde, mas adelante, mejor, prefiero, en vez, en lugar, otro,
		otra, cambiar, cambia, cambie, equivocado, equivocada, equivoque, error, recibido, necesito, ayuda, ayer
	`,
	doubt: `
		no hay problema, ningun problema, sin problema, sin problemas, no pasa nada, por que no, porque no, no se,
		no lo se, no estoy seguro, no estoy segura, todavia no, aun no, no importa, no entiendo, pero, aunque, a menos,
		siempre que, siempre y cuando, con tal, cuando, hasta que, espera, espere, esperen, un momento, momento,
		momentito, quiza, quizas, tal vez, a lo mejor, puede ser, puede que, posiblemente, probablemente, creo,
		creo que, supongo, depende, segun, o, quien, cual, como, donde, cuanto, cuanta, que es, que es esto, quien es,
		dejame, dejeme, deja que, te aviso, le aviso, le digo, te digo, consulto, consultar, preguntar, pregunta,
		pregunto, verificar, revisar, reviso, dudo, duda, casi, jaja claro, sin duda, digame, dime, informacion,
		a que hora, en caso, en caso de, condicion, con la condicion, bajo la condicion, con tal que, mientras,
		a condicion, ya vere, ya veremos, veremos, voy a ver, suponiendo, en cuanto, a ver, ver, pensar, pensarlo,
		pienso, consultarlo, averiguar, mirar, miro
	`,
};

const GERMAN: Phrases = {
	yes: `
		ja, jap, jep, jepp, jup, jupp, jo, joa, jawohl, jawoll, aber ja, aber klar, aber sicher, aber gern, aber gerne,
		ja klar, na klar, ja doch, jaa
	`,
	agrees: `
		klar, klaro, gern, gerne, sehr gern, sehr gerne, sicher, sicherlich, naturlich, selbstverstandlich, logisch,
		logo, okidoki, passt, passt gut, passt perfekt, passt mir, passt uns, das passt, das passt gut, das passt mir,
		passt super, passt so, geht klar, das geht klar, geht, geht in ordnung, das geht, alles klar, in ordnung,
		alles gut, gut, sehr gut, prima, super, toll, perfekt, bestens, wunderbar, ausgezeichnet, klasse, top,
		abgemacht, genau, richtig, korrekt, stimmt, freigegeben, freigabe erteilt, zustimmen, stimme zu, bestatigen,
		genehmigen, mach das, machen sie das, mach es, los, leg los, nur zu, bitte senden, bitte schicken, senden,
		bin dabei, wir sind dabei, freue mich, ich freue mich, wir freuen uns, auf jeden fall, auf alle falle,
		unbedingt, definitiv, kann losgehen, konnen sie machen, kannst du machen, konnen sie kommen, bis morgen,
		einverstanden, genehmigt, bestatigt, ich bestatige, ich genehmige, ich stimme zu, wir sind da, ich bin da,
		bin da, sind da, bin zuhause, das ist gut, das ist ok, das ist in ordnung, ist ok, ist gut, ist in ordnung,
		ware super, ware toll, ware gut, klingt gut, hort sich gut an, machen wir, so machen wir das, konnen wir machen,
		gebongt, freut mich, kommen sie, komm, kommt vorbei, passt schon, haut hin, klappt, das klappt, stimme ich zu,
		ich bin einverstanden, wir sind einverstanden, gute idee
	`,
	no: `
		nein, ne, nee, no, noe, nope, nicht einverstanden, nein danke, leider nein, leider nicht, auf keinen fall,
		auf gar keinen fall, keinesfalls, keineswegs, lieber nicht, besser nicht, bitte nicht, heute nicht,
		morgen nicht, jetzt nicht, diesmal nicht, sicher nicht, bestimmt nicht, ganz sicher nicht, naturlich nicht,
		gar nicht, uberhaupt nicht, geht nicht, das geht nicht, passt nicht, das passt nicht, passt mir nicht,
		passt leider nicht, ich kann nicht, wir konnen nicht, ich mochte nicht, ich will nicht, kein interesse,
		keine zeit, kein bedarf, niemals, nie, abgelehnt, ich lehne ab, lehne ab, nix da, nicht senden,
		bitte nicht senden, nicht schicken, bitte nicht schicken, nicht machen, nicht kommen, kann nicht,
		kann leider nicht, ich kann leider nicht, wir konnen leider nicht, klappt nicht, klappt leider nicht,
		geht leider nicht, das geht leider nicht, passt mir leider nicht, will nicht, mag nicht, mochte nicht,
		ich mochte das nicht, lass das, lassen sie das, nicht gut, nicht moglich, nicht ok, nicht in ordnung,
		nicht freigegeben, nicht genehmigt, kommt nicht in frage, keine lust, ohne mich, unmoglich, bin nicht da,
		bin leider nicht da, heute geht es nicht, morgen geht es nicht, geht es nicht, es geht nicht, heute geht nicht,
		morgen geht nicht
	`,
	declines: 'ablehnen, abbrechen, abbruch, stornieren, stopp, absagen, ich sage ab',
	filler: `
		bitte, danke, danke schon, dankeschon, vielen dank, danke sehr, besten dank, merci, hallo, hi, guten tag,
		guten morgen, guten abend, moin, servus, gruss, gruße, grusse, liebe grusse, lg, mfg, viele grusse, tschuss,
		tschuess, bis dann, bis bald, bis spater, entschuldigung, sorry, tut mir leid, es tut mir leid, leider, also,
		na, ach, oh, ah, hm, das, es, ist, ich, wir, sie, du, mir, uns, dir, ihnen, mich, mein, so, sehr, ganz, auch,
		mal, fur, fur mich, fur uns, von mir aus, mit, und, der, die, den, dem, ein, eine, zu, herr, frau, morgen,
		heute, dann, da, hier, schonen tag, schonen tag noch, zu hause, zuhause
	`,
	objection: `
		nicht, nein, kein, keine, keinen, keinem, keiner, keines, nie, niemals, nichts, nix, niemand, nirgends, weder,
		noch nicht, ohne, keinesfalls, keineswegs, net, ned, nur, außer, ausser, ausgenommen, bevor, nachdem, vorher,
		erst, spater, fruher, bis auf, lieber, besser, eher, stattdessen, statt, anstatt, ander, andere, anderen,
		anderer, anderes, anderen termin, andern, andere es, verschieben, falsch, falsche, verwahlt, irrtum, teilweise,
		zum teil, fast, gestern, schon, erhalten, bekommen, brauche, brauchen, hilfe, noch, mehr, anrufen, fragen,
		frage, nachfragen
	`,
	doubt: `
		kein problem, keine probleme, keine sorge, kein ding, kein thema, keine frage, keine einwande, nichts dagegen,
		habe nichts dagegen, hab nichts dagegen, warum nicht, wieso nicht, weiss nicht, weiß nicht, ich weiss nicht,
		ich weiß nicht, keine ahnung, noch nicht, nicht sicher, nicht schlecht, nicht dass, jein, verstehe nicht, aber,
		doch, jedoch, allerdings, obwohl, sondern, falls, wenn, sofern, solange, sobald, vorausgesetzt, kommt darauf an,
		kommt drauf an, eventuell, vielleicht, moglicherweise, evtl, wahrscheinlich, vermutlich, glaube, ich glaube,
		denke, ich denke, hoffe, ich hoffe, ob, oder, warte, warten, moment, augenblick, halt, wer, was, wie, wann, wo,
		warum, wieso, weshalb, welche, welcher, welches, konnen wir, konnten sie, konnen sie, kannst du, konntest du,
		haben sie, ist das, ist es, lass mich, ich melde mich, melde mich, gebe bescheid, sage bescheid, muss noch,
		prufe, prufen, quatsch, von wegen, zweifel, schau ma mal, mal sehen, mal schauen, schauen wir mal, ja hallo,
		info, information, ja mei, ja genau von wegen, schauen, bedingung, unter der bedingung, im fall, im falle, fall,
		falle, vorbehaltlich, vorbehalt, unter vorbehalt, angenommen, gesetzt den fall, soweit, wahrend, je nachdem,
		trotzdem, obgleich, wohl, mal gucken, es sei denn, sei denn, insofern, gucken, klaren, abklaren, nachsehen,
		nachschauen, uberlegen, uberlege, besprechen, entscheiden, muss ich
	`,
};

const FRENCH: Phrases = {
	yes: 'oui, ouais, ouaip, mais oui, bien sur que oui, japprouve, je suis daccord',
	agrees: `
		daccord, d accord, bien sur, bien entendu, evidemment, certainement, absolument, tout a fait, avec plaisir,
		volontiers, parfait, parfaitement, super, genial, excellent, nickel, top, impeccable, ca marche, ca roule,
		ca me va, ca nous va, ca me convient, cela me convient, ca convient, cest bon, c est bon, cest bon pour moi,
		bon pour moi, ok pour moi, ok pour nous, pas mal du tout, entendu, exact, exactement, correct, allez y, vas y,
		faites, faites le, fais le, envoyez, envoyez le, envoie, envoie le, approuver, confirmer, accepter, accepte,
		jaccepte, tres bien, bien, cest parfait, cest note, je serai la, nous serons la, on sera la, marche conclu,
		carrement, je veux bien, a demain, approuve, approuvee, confirme, confirmee, valide, validee, je confirme,
		je valide, cest ok, cest daccord, on fait comme ca, faisons ca, faisons comme ca, je serai present,
		je serai presente, je suis dispo, disponible, je suis disponible, cest entendu, bonne idee, excellente idee,
		je suis partant, je suis partante, partant, ca va, ca me va bien, ca me va tres bien, vendu, banco
	`,
	no: `
		non, nan, non merci, pas aujourdhui, pas demain, pas maintenant, pas cette fois, pas du tout, surtout pas,
		certainement pas, absolument pas, bien sur que non, hors de question, pas question, jamais, jamais de la vie,
		je ne peux pas, je peux pas, nous ne pouvons pas, on ne peut pas, je prefere pas, je prefere ne pas,
		je ne veux pas, je veux pas, je refuse, refuse, refusee, rejete, rejetee, pas daccord, je ne suis pas daccord,
		malheureusement non, helas non, malheureusement pas, pas possible, impossible, pas interesse, pas interessee,
		je ne serai pas la, je ne suis pas dispo, je ne suis pas disponible, pas dispo, pas disponible, ca ne me va pas,
		ca ne va pas, ca va pas, ca ne marche pas, ne pas envoyer, nenvoyez pas, ne lenvoyez pas, je ne valide pas,
		je napprouve pas, ce nest pas possible, cest non, cest pas bon, desole non
	`,
	declines: 'refuser, annuler, annule, annulez, annulez le, arretez, arrete, rejeter, decliner, je decline',
	filler: `
		merci, merci beaucoup, merci bien, svp, stp, sil vous plait, s il vous plait, sil te plait, bonjour, bonsoir,
		salut, coucou, au revoir, bonne journee, bonne soiree, a bientot, a plus, cordialement, desole, desolee,
		je suis desole, je suis desolee, pardon, excusez moi, alors, ah, oh, euh, ben, bah, ca, cest, c est, cela, est,
		je, j, on, nous, vous, tu, moi, me, le, la, les, un, une, pour, pour moi, pour nous, tres, tout, avec, et, a,
		au, aussi, monsieur, madame, demain, aujourdhui
	`,
	objection: `
		non, pas, ne, n, ni, jamais, rien, aucun, aucune, personne, sans, nullement, guere, nul, nulle, sauf, excepte,
		hormis, seulement, uniquement, juste, apres, avant, plus tard, dabord, plutot, au lieu, autre, autrement,
		rappelez, rappeler, reporter, changer, changez, modifier, erreur, trompe, presque, hier, recu, besoin, aide,
		plus, deja
	`,
	doubt: `
		pas de probleme, pas de problemes, pas de souci, pas de soucis, aucun probleme, aucun souci, sans probleme,
		sans souci, sans doute, pourquoi pas, je ne sais pas, je sais pas, jsp, pas sur, pas encore, pas mal,
		ne sais pas, je ne comprends pas, pas grave, ca ne me derange pas, mais, a condition, a moins, pourvu, tant que,
		quand, lorsque, des que, attendez, attends, attendre, une seconde, un instant, un moment, instant, moment,
		peut etre, possible, possiblement, probablement, eventuellement, je pense, pense, je crois, crois, jespere,
		espere, ca depend, depend, selon, ou, qui, qui est ce, quoi, quel, quelle, quels, quelles, comment, combien,
		pourquoi, est ce que, estce que, pouvez vous, pourriez vous, peux tu, peut on, pouvons nous, laissez moi,
		laisse moi, je vous dis, je vous tiens, je verifie, verifier, demander, demande, doute, cependant, toutefois,
		pourtant, ceci dit, allo, dites moi, dis moi, condition, conditions, au cas ou, cas, en cas, dans le cas,
		a supposer, supposons, sous reserve, reserve, pendant que, tandis, des lors, je vais voir, on verra, je verrai,
		quitte a, bien que, quoique, en admettant, du moment, voir, voyons, regarder, regarde, reflechir, reflechis,
		discuter, decider
	`,
};

const PORTUGUESE: Phrases = {
	yes: 'sim, claro que sim, eu aprovo',
	agrees: `
		claro, pode, pode ser, pode sim, pode vir, podem vir, pode enviar, pode mandar, podem enviar, certo, certamente,
		combinado, fechado, beleza, blz, ta, ta bom, ta bem, ta certo, ta otimo, esta bem, esta bom, esta certo,
		tudo bem, tudo certo, tudo bom, de acordo, acordo, perfeito, otimo, excelente, maravilha, show, legal, joia,
		bora, isso, isso mesmo, exato, exatamente, correto, aceito, aprovar, confirmar, faca, faca isso, manda, mande,
		envia, envie, prossiga, siga, avante, com prazer, com todo prazer, por mim tudo bem, serve, da certo,
		estarei la, estaremos la, ate amanha, vou estar la, aprovado, aprovada, confirmado, confirmada, confirmo,
		eu confirmo, concordo, aprovo, com certeza, por mim ok, pode vir sim, parece bem, fica bem, boa ideia,
		estou de acordo, estarei em casa, esta combinado, esta confirmado, marcado, positivo, quero, quero sim,
		aceito sim, posso, posso sim, vou sim, pode confirmar, esta otimo
	`,
	no: `
		nao, nao obrigado, nao obrigada, agora nao, hoje nao, amanha nao, infelizmente nao, claro que nao,
		com certeza nao, de jeito nenhum, de maneira nenhuma, de forma alguma, de modo algum, nao posso, nao podemos,
		nao quero, nao da, nao vai dar, nao aprovo, nao concordo, nao aceito, nunca, jamais, recuso, rejeitado,
		rejeitada, recusado, recusada, melhor nao, prefiro nao, nem pensar, impossivel, nao vou, nao vou poder,
		nao da pra mim, nao envie, nao envia, nao mande, nao pode, nao e possivel, nao tenho interesse,
		nao me interessa, nem em sonhos
	`,
	declines: 'cancelar, cancela, cancele, rejeitar, recusar, pare, negar, negado',
	filler: `
		por favor, pf, pfv, pfvr, obrigado, obrigada, muito obrigado, muito obrigada, obg, brigado, valeu, ola, oi,
		bom dia, boa tarde, boa noite, tchau, ate logo, ate mais, ate ja, abraco, abracos, desculpe, desculpa,
		sinto muito, lamento, perdao, infelizmente, entao, ah, oh, bem, muito, e, o, a, os, as, um, uma, eu, nos, voce,
		voces, me, mim, para, pra, por, isso, e isso, com, aqui, ai, la, tambem, senhor, senhora, amanha, hoje, querida,
		querido
	`,
	objection: `
		nao, nem, nunca, jamais, nada, ninguem, nenhum, nenhuma, sem, tampouco, exceto, salvo, menos, so, somente,
		apenas, depois, antes, mais tarde, logo mais, primeiro, em vez, melhor, prefiro, outro, outra, mudar, muda,
		mude, trocar, remarcar, adiar, enganado, engano, errado, quase, ontem, já, recebido, recebi, preciso, ajuda
	`,
	doubt: `
		sem problema, sem problemas, nenhum problema, nao tem problema, nao ha problema, nao faz mal, sem duvida,
		por que nao, porque nao, nao sei, nao tenho certeza, ainda nao, nao importa, nao entendi, nao entendo, mas,
		porem, contudo, todavia, embora, entretanto, se, caso, desde que, contanto, a menos, a nao ser, quando, ate que,
		espera, espere, aguarde, aguarda, um momento, momento, calma, talvez, quem sabe, possivelmente, provavelmente,
		acho, acho que, creio, suponho, depende, ou, quem, qual, como, onde, quanto, quanta, que e isso, o que,
		deixa eu, deixe me, vou ver, vou verificar, verificar, te aviso, aviso, pergunto, perguntar, duvido, diga,
		no caso, em caso, condicao, na condicao, com a condicao, sob condicao, enquanto, supondo, a menos que,
		vamos ver, vou pensar, logo que, assim que, mesmo que, ainda que, ver, olhar, pensar, penso, decidir, conversar,
		deixa
	`,
};

const ITALIAN: Phrases = {
	yes: `
		sí, certo che si, si certo, si grazie, ma certo, ma si, si va bene, si va benissimo, si perfetto, si confermo,
		si volentieri, si ok
	`,
	agrees: `
		certo, va bene, va benissimo, va bene cosi, per me va bene, mi va bene, ci va bene, benissimo, bene, molto bene,
		daccordo, d accordo, sono daccordo, volentieri, con piacere, molto volentieri, perfetto, ottimo, eccellente,
		giusto, esatto, esattamente, corretto, assolutamente si, senzaltro, naturalmente, ovvio, ovviamente, sicuro,
		sicuramente, accetto, approva, approvare, confermare, procedi, proceda, procedete, vai, vai pure, vada, fallo,
		lo faccia, invia, invialo, inviate, mandalo, ci saro, ci saremo, affare fatto, okay va bene, a domani,
		certamente, approvo, approvato, approvata, confermo, confermato, confermata, ottima idea, buona idea,
		mi sembra ottimo, mi sembra perfetto, sono a casa, saro a casa, ci vediamo, ci vediamo domani, si puo fare,
		sono disponibile, disponibile
	`,
	no: `
		no, no grazie, certo che no, assolutamente no, ovviamente no, purtroppo no, non posso, non possiamo, non voglio,
		non approvo, non accetto, non va bene, oggi no, domani no, adesso no, ora no, meglio di no, meglio no,
		preferisco di no, mai, mai e poi mai, neanche per sogno, rifiuto, rifiutato, rifiutata, respinto, impossibile,
		per niente, nient affatto, non mi interessa, non mi va, non mi va bene, non va, non e possibile, non inviare,
		non inviarlo, non sono daccordo, non ci sono, non ci saro, non se ne parla, neanche per idea, nemmeno per idea
	`,
	declines: 'rifiutare, annulla, annullare, annullate, ferma, fermati, respingere',
	filler: `
		per favore, per piacere, per cortesia, grazie, grazie mille, molte grazie, ciao, salve, buongiorno, buonasera,
		buon pomeriggio, arrivederci, saluti, cordiali saluti, scusa, scusi, scusate, mi dispiace, spiacente, purtroppo,
		allora, beh, ah, oh, eh, e, il, lo, la, i, gli, le, un, una, io, noi, tu, lei, voi, me, per me, per noi, mi, ci,
		ti, vi, a, con, molto, tutto, anche, questo, quello, signore, signora, domani, oggi, buona giornata,
		buona serata, a presto
	`,
	objection: `
		no, non, mai, niente, nulla, nessun, nessuno, nessuna, neanche, nemmeno, neppure, senza, ne, tranne, eccetto,
		salvo, solo, soltanto, solamente, dopo, prima di, prima che, prima devo, prima vorrei, piu tardi, piu avanti,
		invece, piuttosto, meglio, preferisco, altro, altra, cambiare, cambia, spostare, rimandare, sbagliato, errore,
		quasi, ieri, ricevuto, bisogno, aiuto, gia
	`,
	doubt: `
		nessun problema, non ce problema, non c e problema, senza problemi, senza dubbio, perche no, non so, non lo so,
		non sono sicuro, non sono sicura, non ancora, non importa, non capisco, ma, pero, tuttavia, anche se, se,
		purche, a meno, a condizione, finche, quando, appena, piu tardi, aspetta, aspetti, aspettate, attendi, attenda,
		un attimo, un momento, momento, attimo, forse, magari, puo darsi, probabilmente, possibilmente, credo, penso,
		suppongo, spero, dipende, o, oppure, chi, chi e, cosa, che cosa, quale, quali, dove, quanto, perche, fammi,
		mi faccia, vediamo, vedro, ti faccio sapere, le faccio sapere, chiedo, chiedere, controllo, controllare,
		verificare, dubito, dubbio, pronto, dica, mi dica, dimmi, ma prima, prima vorrei, patto, a patto, a patto che,
		caso, nel caso, in caso, qualora, condizione, condizioni, sempre che, sempreche, ammesso, posto che, mentre,
		ci penso, ci devo pensare, supponendo, benche, sebbene, laddove, basta che, salvo che, guardare, guardo, vedere,
		pensare, pensarci, decidere, riflettere, sentire
	`,
};

const DUTCH: Phrases = {
	yes: 'ja, jazeker, jahoor, jawel, jep, jup, ik ga akkoord, akkoord',
	agrees: `
		ja hoor, graag, heel graag, zeker, zeker weten, tuurlijk, natuurlijk, uiteraard, vanzelfsprekend, absoluut,
		prima, prima hoor, goed, heel goed, helemaal goed, is goed, dat is goed, dat is prima, das goed, komt goed,
		komt prima uit, dat komt uit, dat komt goed uit, dat lukt, lukt, dat kan, kan, kan wel, past, dat past,
		past goed, top, super, perfect, uitstekend, geweldig, mooi, fijn, leuk, lekker, klopt, dat klopt, juist,
		precies, oke, okee, eens, mee eens, doe maar, doe dat maar, doe het, ga je gang, ga uw gang, ga door, verstuur,
		verstuur maar, stuur maar, verzenden, versturen, bevestigen, goedkeuren, accepteren, ik accepteer, afgesproken,
		tot morgen, kom maar, met plezier, wij zijn thuis, ik ben thuis, goedgekeurd, bevestigd, ik bevestig, dat is ok,
		dat is oke, is oke, klinkt goed, goed idee, prima idee, lijkt me goed, lijkt me prima, lijkt me leuk,
		komt helemaal goed, goed plan, wij zijn er, we zijn er, ik ben er, ik ben beschikbaar, bij deze, tot dan,
		helemaal prima, helemaal akkoord, helemaal top
	`,
	no: `
		nee, neen, nee bedankt, nee dank je, nee dank u, helaas niet, helaas nee, liever niet, beter niet, zeker niet,
		absoluut niet, natuurlijk niet, tuurlijk niet, vandaag niet, morgen niet, nu niet, deze keer niet,
		doe maar niet, niet doen, niet versturen, niet akkoord, niet goedgekeurd, geen interesse, geen tijd, nooit,
		echt niet, helemaal niet, kan niet, dat kan niet, lukt niet, dat lukt niet, lukt me niet, ik kan niet,
		we kunnen niet, wij kunnen niet, ik wil niet, in geen geval, geen sprake van, afgewezen, afgekeurd, geweigerd,
		ik weiger, komt niet uit, dat komt niet uit, past niet, dat past niet, niet goed, niet mogelijk, niet oke,
		niet ok, niet mee eens, ik ga niet akkoord, ben er niet, ik ben er niet, niet nodig, hoeft niet, geen zin,
		zonder mij, onmogelijk, doe het niet
	`,
	declines: 'afwijzen, annuleren, annuleer, weigeren, stoppen, afkeuren, afzeggen',
	filler: `
		alsjeblieft, alstublieft, aub, bedankt, dank je, dank je wel, dankjewel, dank u, dank u wel, dankuwel,
		hartelijk dank, dankje, hallo, hoi, hey, goedemorgen, goedemiddag, goedenavond, goedendag, dag, doei, groetjes,
		groeten, mvg, tot dan, tot straks, tot ziens, tot zo, sorry, het spijt me, spijt me, helaas, nou, ah, oh, eh,
		hoor, wel, ook, maar liefst, dat, het, is, de, een, ik, wij, we, u, je, jij, jullie, mij, ons, voor, voor mij,
		voor ons, met, en, te, erg, heel, zo, er, hier, daar, meneer, mevrouw, morgen, vandaag, dan, fijne dag,
		prettige dag, fijne avond
	`,
	objection: `
		niet, nee, neen, geen, nooit, niets, niks, niemand, nergens, zonder, noch, behalve, uitgezonderd, alleen,
		slechts, nadat, voordat, eerst, later, straks, liever, beter, eerder, in plaats, ander, andere, anders,
		wijzigen, veranderen, verzetten, verplaatsen, verkeerd, verkeerde, fout, vergissing, bijna, deels, gisteren,
		ontvangen, nodig, hulp, meer, nog, bellen, vragen, vraag
	`,
	doubt: `
		geen probleem, geen problemen, geen punt, geen zorgen, geen bezwaar, geen idee, waarom niet, weet niet,
		weet ik niet, ik weet niet, ik weet het niet, weet het niet, nog niet, niet zeker, niet erg, maakt niet uit,
		niet te missen, begrijp niet, begrijp het niet, maar, echter, hoewel, als, indien, mits, tenzij, zolang, zodra,
		totdat, wanneer, wacht, wachten, even wachten, momentje, moment, ogenblik, misschien, wellicht, mogelijk,
		waarschijnlijk, ik denk, denk, denk het, ik geloof, geloof, hoop, hopelijk, hangt ervan af, ligt eraan, of, wie,
		wat, hoe, waar, welke, welk, waarom, kunnen we, kunt u, kun je, kan je, kan u, is dit, is dat, laat me,
		ik laat weten, laat het weten, ik meld me, nakijken, controleren, overleggen, twijfel, ja hallo, ja dag,
		ja doei, informatie, geval, in geval, ingeval, voorwaarde, voorwaarden, op voorwaarde, onder voorbehoud,
		voorbehoud, terwijl, aangenomen, gesteld, we zien wel, zien wel, ik kijk, ik denk erover, tot aan, voor zover,
		ofschoon, ook al, even kijken, kijken, kijk, nadenken, overleg, bespreken, beslissen, nakijk, navragen
	`,
};

/** The more cautious reading of a phrase wins where languages disagree. */
const ROLES: readonly Role[] = ['yes', 'agrees', 'filler', 'yesOrIf', 'objection', 'declines', 'no', 'doubt'];

/** Phrases by their words, joined by spaces. */
export type Vocabulary = ReadonlyMap<string, Role>;

function createVocabulary(languages: readonly Phrases[]): Vocabulary {
	const vocabulary = new Map<string, Role>();
	for (const role of ROLES) {
		for (const phrases of languages) {
			for (const phrase of (phrases[role] ?? '').split(',')) {
				const key = splitIntoWords(phrase).join(' ');
				if (key !== '') vocabulary.set(key, role);
			}
		}
	}
	return vocabulary;
}

/** English, Spanish, German, French, Portuguese, Italian and Dutch. */
export const BUILT_IN: Vocabulary = createVocabulary([
	EMOJI,
	ENGLISH,
	SPANISH,
	GERMAN,
	FRENCH,
	PORTUGUESE,
	ITALIAN,
	DUTCH,
]);

/** The words and phrases that a workflow brings. */
export interface OwnWords {
	approve: string[];
	decline: string[];
	/** True if only these approve and decline. */
	onlyThese: boolean;
}

/**
 * The built-in vocabulary with a workflow's own words. Such a word agrees or declines only where all
 * the rest is known, unless it is a built-in one that decides by itself: the word for "but" is not
 * known in a language that is not built in.
 */
export function vocabularyWith({ approve, decline, onlyThese }: OwnWords): Vocabulary {
	if (!onlyThese && approve.length === 0 && decline.length === 0) return BUILT_IN;
	const vocabulary = new Map(onlyThese ? withoutAnswers() : BUILT_IN);
	for (const phrase of approve) addOwn(vocabulary, phrase, 'yes', 'agrees');
	for (const phrase of decline) addOwn(vocabulary, phrase, 'no', 'declines');
	return vocabulary;
}

function addOwn(vocabulary: Map<string, Role>, phrase: string, decides: Role, counts: Role): void {
	const key = splitIntoWords(phrase).join(' ');
	vocabulary.set(key, BUILT_IN.get(key) === decides ? decides : counts);
}

/** Nothing in it approves or declines, and what would decline still never approves. */
const withoutAnswers = (): Array<[string, Role]> =>
	[...BUILT_IN].flatMap(([phrase, role]): Array<[string, Role]> => {
		if (role === 'no' || role === 'declines') return [[phrase, 'objection']];
		return role === 'yes' || role === 'agrees' || role === 'yesOrIf' ? [] : [[phrase, role]];
	});
