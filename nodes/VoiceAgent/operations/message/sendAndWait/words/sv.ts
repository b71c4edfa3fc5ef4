import type { Language } from './language';

/** A yes to a message in Swedish agrees only where all the rest is known. */
export const swedish: Language = {
	name: 'Swedish',
	phrases: {
		agrees: `
			ja tack, japp, jajamän, absolut, visst, javisst, ja visst, okej, ok tack, okej tack, det går bra, går bra,
			det går jättebra, det går fint, det funkar, funkar, funkar bra, gärna, mycket gärna, självklart, såklart,
			bra, jättebra, perfekt, godkänt, godkänd, godkänner, jag godkänner, det passar, passar, passar bra, det
			passar bra, toppen, kanon, kom, välkomna, välkommen, kör, kör på, det är ok, det är okej, det är bra, det
			blir bra, låter bra, stämmer, det stämmer, precis, bekräftar, jag bekräftar, bekräftat, skicka, strålande,
			ja för mig
		`,
		no: `
			passar tyvärr inte, det passar tyvärr inte, nej, nej tack, nej nej, nej tyvärr, tyvärr inte, inte idag,
			inte i dag, inte imorgon, inte i morgon, inte nu, det går inte, går inte, jag kan inte, vi kan inte, kan
			inte, kan jag inte, tyvärr kan jag inte, kan tyvärr inte, inte alls, jag säger nej, absolut inte,
			verkligen inte, självklart inte, såklart inte, aldrig, helst inte, passar inte, det passar inte, funkar
			inte, det funkar inte, skicka inte, kom inte, inte intresserad, vill inte, jag vill inte, inte ok, inte
			okej, inte bra, inte godkänt, avslår, jag godkänner inte, godkänner inte
		`,
		declines: 'nix, avböjer, jag avböjer, avboka, avbryt, ställ in, inställt',
		filler: `
			tack, tack så mycket, hej, hejdå, imorgon, i morgon, idag, i dag, jag, vi, ni, det, är, mig, oss, för mig,
			för oss, så, och, tyvärr, ledsen, snälla, mvh, hälsningar, vi ses
		`,
		objection: `
			inte, icke, ej, ingen, inget, inga, ingenting, utan, bara, endast, förutom, utom, senare, ring, efter,
			före, innan, hellre, istället, annan, annat, andra, ändra, flytta, skjut upp, fel, igår, nästan, först,
			redan
		`,
		doubt: `
			men, om, ifall, såvida, kanske, möjligen, vet inte, jag vet inte, inga problem, inget problem, ingen fara,
			det gör inget, gör inget, varför inte, inte än, inte säker, tror, tror det, jag tror, antar, hoppas, får
			se, vi får se, fast, dock, vänta, vem, vad, när, hur, hur dags, varför, vilken, eller, beror på, beror,
			återkommer, kollar, kolla, ska fråga, fråga, nja, medan, tills, spelar ingen roll, kvittar, drömmar,
			visste du, eller hur
		`,
	},
	inReplyToIt: { agrees: 'ja', no: 'nä', doubt: 'jaja, ja ja' },
	shortForms: { agrees: 'j', declines: 'n' },
	marks: `
		vi ni er oss kan komma får ska vill och eller är det ett imorgon idag på för med till klockan när vill är
		har svara ja nej bekräfta beställning komma
	`,
	askingFor: 'svara, svara med, skriv, skicka',
	numberNouns: 'nummer alternativ val',
	choosingWords: 'jag tar väljer vill ha den på',
	numbers: `
		ett första, två andra, tre tredje, fyra fjärde, fem femte, sex sjätte, sju sjunde, åtta åttonde, nio nionde,
		tio tionde
	`,
};
