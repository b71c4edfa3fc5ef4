import type { Language } from './language';

export const german: Language = {
	name: 'German',
	phrases: {
		yes: `
			ja, jap, jep, jepp, jup, jupp, jawohl, jawoll, na gut, na gerne, na gern, na sicher, na logo, na dann, na super, aber ja, aber klar, aber sicher, aber gern, aber gerne,
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
			nein, nee, no, noe, nope, nicht einverstanden, nein danke, leider nein, leider nicht, auf keinen fall,
			auf gar keinen fall, keinesfalls, keineswegs, lieber nicht, besser nicht, bitte nicht, heute nicht,
			morgen nicht, jetzt nicht, diesmal nicht, sicher nicht, bestimmt nicht, ganz sicher nicht, naturlich nicht,
			gar nicht, uberhaupt nicht, geht nicht, das geht nicht, passt nicht, das passt nicht, passt mir nicht,
			passt leider nicht, ich kann nicht, wir konnen nicht, ich mochte nicht, ich will nicht, kein interesse,
			keine zeit, kein bedarf, niemals, abgelehnt, ich lehne ab, lehne ab, nix da, nicht senden,
			bitte nicht senden, nicht schicken, bitte nicht schicken, nicht machen, nicht kommen, kann nicht,
			kann leider nicht, ich kann leider nicht, wir konnen leider nicht, klappt nicht, klappt leider nicht,
			geht leider nicht, das geht leider nicht, passt mir leider nicht, will nicht, mag nicht, mochte nicht,
			ich mochte das nicht, lass das, lassen sie das, nicht gut, nicht moglich, nicht ok, nicht in ordnung,
			nicht freigegeben, nicht genehmigt, kommt nicht in frage, keine lust, ohne mich, unmoglich, bin nicht da,
			bin leider nicht da, heute geht es nicht, morgen geht es nicht, geht es nicht, es geht nicht, heute geht nicht,
			morgen geht nicht
		`,
		declines: 'nie, ne, ablehnen, abbrechen, abbruch, stornieren, stopp, absagen, ich sage ab',
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
			nix dagegen, na ja, naja, tja, kein problem, keine probleme, keine sorge, kein ding, kein thema, keine frage, keine einwande, nichts dagegen,
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
	},
	shortForms: { yes: 'jo, joa', agrees: 'j', declines: 'n' },
	marks: `
		wir ihr sie ich du uns ihnen ihre ihren der den dem das ist sind und oder nicht dürfen können sollen soll darf
		kann möchten bitte antworten morgen heute uhr für mit auf ein eine einen zu dieser diese dieses wird werden
		haben hat passt bestätigen ja nein
	`,
	askingFor: `
		antworte mit, antworten sie mit, antworte, antworten sie, schreibe, schreiben sie, sende, senden sie, tippe
	`,
	numberNouns: 'nummer zahl auswahl option',
	choosingWords: 'nehme nehmen nimm hatte hatten wahle mochte will den die das der dem am um bitte variante',
	numbers: `
		eins erste ersten erster erstes, zwei zwo zweite zweiten zweiter zweites, drei dritte dritten dritter
		drittes, vier vierte vierten vierter viertes, funf funfte funften funfter funftes, sechs sechste
		sechsten, sieben siebte siebten, acht achte achten, neun neunte neunten, zehn zehnte zehnten
	`,
};
