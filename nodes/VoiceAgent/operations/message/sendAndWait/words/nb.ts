import type { Language } from './language';

export const norwegian: Language = {
	name: 'Norwegian',
	accented: 'før',
	phrases: {
		agrees: `
			ja takk, jepp, ok takk, okei, okei takk, selvfølgelig, selvsagt, klart det, klart, greit, det er greit,
			helt greit, greit for meg, det går bra, går bra, det går fint, går fint, gjerne, veldig gjerne, absolutt,
			godkjent, godkjenner, jeg godkjenner, perfekt, det passer, det passer fint, passer fint, det passer bra,
			passer bra, flott, den er grei, topp, bare kom, kom bare, kjempebra, bra, supert, bekreftet, bekrefter,
			jeg bekrefter, det er ok, det er fint, høres bra ut, helt i orden, i orden, enig
		`,
		no: `
			nei, nei takk, nei nei, nei dessverre, dessverre ikke, det går ikke, går ikke, jeg kan ikke, vi kan ikke,
			kan ikke, kan dessverre ikke, absolutt ikke, aldri, helst ikke, passer ikke, det passer ikke, avslått,
			avslår, ikke send, ikke send det, ikke kom, ikke interessert, det funker ikke, funker ikke, ikke i dag,
			ikke i morgen, ikke nå, vil ikke, jeg vil ikke, ikke godkjent, jeg godkjenner ikke, godkjenner ikke,
			selvfølgelig ikke, ikke ok, ikke greit
		`,
		declines: 'niks, avlys, avbestill, kanseller',
		filler: `
			takk, tusen takk, takk skal du ha, hei, ha det, i morgen, i dag, jeg, vi, dere, det, er, meg, oss, for
			meg, for oss, dessverre, beklager, vennligst, mvh, hilsen, så, og, veldig, vi sees, vi ses
		`,
		objection: `
			ikke, ikkje, ei, ingen, intet, ingenting, uten, bare, kun, unntatt, senere, seinere, etter, før, heller, i
			stedet, annen, annet, andre, endre, flytt, utsett, feil, i går, nesten, først, allerede
		`,
		doubt: `
			men, hvis, dersom, såfremt, med mindre, kanskje, muligens, vet ikke, jeg vet ikke, det vet jeg ikke, ikke
			noe problem, ikke noe problem det, null problem, det gjør ingenting, gjør ingenting, hvorfor ikke, ikke
			ennå, ikke enda, ikke sikker, tror, tror det, det tror jeg, antar, håper, får se, vi får se, vent, vent
			litt, hvem, hva, når, når da, hvordan, hvorfor, hvilken, eller, kommer an på, avhenger, kommer tilbake,
			tilbake, spørre, skal spørre, tja, mens, inntil, samme det, spiller ingen rolle
		`,
	},
	shortForms: { agrees: 'j', declines: 'n' },
	marks: `
		vi dere du oss kan må får skal vil og eller er det den en et morgen dag på for med til klokken svar ja nei
		bekreft bestilling komme
	`,
	askingFor: 'svar, svar med, skriv, send',
	numberNouns: 'nummer valg alternativ',
	choosingWords: 'jeg tar velger vil gjerne ha den på',
	numbers: `
		en ett første, to andre, tre tredje, fire fjerde, fem femte, seks sjette, sju syv sjuende, åtte åttende, ni
		niende, ti tiende
	`,
};
