import type { Language } from './language';

/** A yes to a message in Norwegian agrees only where all the rest is known. */
export const norwegian: Language = {
	name: 'Norwegian',
	accented: 'før',
	phrases: {
		agrees: `
			ja takk, jepp, ok takk, okei, okei takk, selvfølgelig, selvsagt, klart det, klart, greit, det er greit,
			helt greit, greit for meg, det går bra, går bra, det går fint, går fint, gjerne, veldig gjerne, absolutt,
			godkjent, godkjenner, jeg godkjenner, perfekt, det passer, det passer fint, passer fint, det passer bra,
			passer bra, flott, den er grei, topp, bare kom, kom bare, kjempebra, bra, supert, bekreftet, bekrefter,
			jeg bekrefter, det er ok, det er fint, helt fint, det er helt fint, høres bra ut, helt i orden, i orden,
			enig, det er en avtale
		`,
		no: `
			nei, nei takk, nei nei, nei dessverre, dessverre ikke, det går ikke, går ikke, jeg kan ikke, vi kan ikke,
			kan ikke, kan jeg ikke, dessverre kan jeg ikke, kan dessverre ikke, passer meg ikke, det passer meg ikke,
			slett ikke, jeg sier nei, det vil jeg ikke, det vil jeg ikke ha, jeg vil ikke ha, absolutt ikke, aldri,
			helst ikke, passer ikke, det passer ikke, avslått, avslår, ikke send, ikke send det, ikke kom, ikke
			interessert, det funker ikke, funker ikke, ikke i dag, ikke i morgen, ikke nå, vil ikke, jeg vil ikke,
			ikke godkjent, jeg godkjenner ikke, godkjenner ikke, selvfølgelig ikke, ikke ok, ikke greit
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
			tilbake, spørre, skal spørre, tja, mens, inntil, drømmene, trodde, særlig, liksom, du tro, samme det,
			spiller ingen rolle
		`,
	},
	inReplyToIt: { agrees: 'ja', doubt: 'jaja, ja ja' },
	shortForms: { agrees: 'j', declines: 'n' },
	marks: `
		vi dere oss kan komme må får skal vil og eller det på for med til klokken når ikke deres våre har passer
		svar ja nei bekreft bestilling komme
	`,
	askingFor: 'svar, svar med, skriv, send',
	numberNouns: 'nummer valg alternativ',
	choosingWords: 'jeg tar velger vil gjerne ha den på',
	numbers: `
		en ett første, to andre, tre tredje, fire fjerde, fem femte, seks sjette, sju syv sjuende, åtte åttende, ni
		niende, ti tiende
	`,
};
