import type { Language } from './language';

/** "Tak" by itself counts in reply to a Danish message: it is yes in Polish and "not" in Malay. */
export const danish: Language = {
	name: 'Danish',
	accented: 'før',
	phrases: {
		agrees: `
			ja tak, jep, jo tak, ok tak, okay tak, selvfølgelig, klart, det er klart, fint, det er fint, helt fint,
			det er helt fint, fint med mig, fint for mig, det er i orden, i orden, gerne, meget gerne, helt sikkert,
			godkendt, godkender, jeg godkender, perfekt, det passer, det passer fint, passer fint, super, det kan i
			godt, kom bare, bare kom, god ide, det er en aftale, bekræftet, bekræfter, jeg bekræfter, dejligt, det er
			ok, det er okay, det er godt, det lyder godt, lyder godt, naturligvis, enig
		`,
		no: `
			nej, nej tak, nej nej, næ, nej desværre, desværre ikke, det går ikke, går ikke, jeg kan ikke, vi kan ikke,
			kan ikke, kan jeg ikke, desværre kan jeg ikke, kan desværre ikke, overhovedet ikke, passer mig ikke, det
			passer mig ikke, slet ikke, jeg siger nej, det vil jeg ikke, det vil jeg ikke have, jeg vil ikke have,
			helst ikke, det passer ikke, passer ikke, afvist, afviser, send det ikke, send ikke, kom ikke, ikke
			interesseret, det dur ikke, absolut ikke, ikke i dag, ikke i morgen, ikke nu, aldrig, vil ikke, jeg vil
			ikke, ikke godkendt, jeg godkender ikke, godkender ikke, selvfølgelig ikke, bestemt ikke, ikke ok
		`,
		declines: 'aflys, annuller, annullér, afslår',
		filler: `
			mange tak, tusind tak, hej, hej hej, farvel, i morgen, i dag, jeg, vi, det, er, mig, os, for mig, for os,
			desværre, venligst, undskyld, mvh, hilsen, så, og, meget, vi ses
		`,
		objection: `
			ikke, ej, ingen, intet, ingenting, uden, bare, kun, undtagen, senere, efter, før, inden, hellere, i
			stedet, anden, andet, andre, ændre, flyt, udskyd, forkert, i går, næsten, først, allerede
		`,
		doubt: `
			men, hvis, såfremt, medmindre, måske, muligvis, ved ikke, det ved jeg ikke, jeg ved ikke, jeg ved det
			ikke, intet problem, ikke noget problem, det gør ikke noget, gør ikke noget, hvorfor ikke, ikke endnu,
			ikke sikker, tror, det tror jeg, antager, håber, får se, vi får se, dog, vent, hvem, hvad, hvornår,
			hvordan, hvorfor, hvilken, hvad tid, eller, kommer an på, afhænger, vender tilbage, spørger, spørge, tja,
			mens, indtil, lige meget, ligegyldigt, drømme, troede, du tro
		`,
	},
	inReplyToIt: { agrees: 'ja', filler: 'tak', doubt: 'jaja, ja ja' },
	shortForms: { agrees: 'j', declines: 'n' },
	marks: `
		vi jer os kan komme må skal vil og eller det på for med til klokken hvornår ikke jeres vores har passer svar
		ja nej bekræft bestilling komme
	`,
	askingFor: 'svar, svar med, skriv, send',
	numberNouns: 'nummer valg mulighed',
	choosingWords: 'jeg tager vælger vil gerne have den på',
	numbers: `
		en et første, to anden, tre tredje, fire fjerde, fem femte, seks sjette, syv syvende, otte ottende, ni
		niende, ti tiende
	`,
};
