import type { Language } from './language';

export const french: Language = {
	name: 'French',
	phrases: {
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
	},
	shortForms: { agrees: 'o', declines: 'n' },
	marks: `
		nous vous votre vos notre je tu le la les des du un une est sont et ou pas pouvons pouvez peut peux voulez
		souhaitez demain à pour avec ce cette ces répondez confirmez oui non être avez êtes
	`,
	askingFor: `
		répondez, répondez par, réponds, réponds par, envoyez, tapez, écrivez
	`,
	numberNouns: 'choix option numero',
	choosingWords: 'prends prendre veux voudrais choisis prefere le les l un une du des ce cette pour vais',
	numbers: `
		premier premiere, deux deuxieme, trois troisieme, quatre quatrieme, cinq cinquieme, six sixieme, sept
		septieme, huit huitieme, neuf neuvieme, dix dixieme
	`,
};
