import type { Language } from './language';

export const italian: Language = {
	name: 'Italian',
	accented: 'sì',
	phrases: {
		yes: `
			sì, certo che si, si certo, si grazie, ma certo, ma si, si va bene, si va benissimo, si perfetto, si confermo,
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
	},
	shortForms: { agrees: 's', declines: 'n' },
	marks: `
		noi voi lei suo sua tuo tua il lo la gli le un una è sono e o non possiamo può puoi vuole vuoi domani oggi per con questo questa rispondi risponda conferma confermare sì no favore che
	`,
	askingFor: `
		rispondi, rispondi con, risponda, risponda con, invia, scrivi, scriva, digita
	`,
	numberNouns: 'opzione scelta numero',
	choosingWords: 'scelgo prendo vorrei preferisco il i gli lo alle allora',
	numbers: `
		primo prima, due secondo seconda, tre terzo terza, quattro quarto quarta, cinque quinto quinta, sei
		sesto sesta, sette settimo settima, otto ottavo ottava, nove nono nona, dieci decimo decima
	`,
};
