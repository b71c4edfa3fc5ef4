import type { Language } from './language';

export const dutch: Language = {
	name: 'Dutch',
	phrases: {
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
	},
	inReplyToIt: { filler: 'om' },
	shortForms: { agrees: 'j', declines: 'n' },
	marks: `
		wij we u uw jij jouw ik ons onze het een en of niet mogen kunnen zullen zal kan wilt wil graag morgen vandaag uur
		voor met op te deze dit dat wordt worden heeft hebben antwoord alstublieft alsjeblieft bevestigen ja nee
	`,
	askingFor: `
		antwoord met, antwoord, antwoordt u met, stuur, typ, schrijf
	`,
	numberNouns: 'optie keuze nummer',
	choosingWords: 'kies neem wil graag liever de het die dat om op voor doe maar',
	numbers: `
		een eerste, twee tweede, drie derde, vier vierde, vijf vijfde, zes zesde, zeven zevende, acht achtste,
		negen negende, tien tiende
	`,
};
