/**
 * The words of a language with which people answer, as lists of phrases that are separated by commas. `(a|b)` stands
 * for either, `(a|)` for one that may be missing. Case, accents, apostrophes and punctuation do not matter.
 */
export interface Language {
	/** The name in English. */
	name: string;
	/** By BCP 47, for the names of its days and months; absent for emoji. */
	code?: string;
	/** A reply of these and fillers is a yes. The first one is always an answer, even where the question has it. */
	yes: string;
	/**
	 * These are a yes as well, and an answer even where the question has them. They agree to what is said, and none
	 * of them can be an order to do something.
	 */
	agreement?: string;
	/** A reply of these and fillers is a no. The first one is always an answer, even where the question has it. */
	no: string;
	/** These neither add nor take away anything. An "ok" is here and under `yes`. */
	fillers: string;
	/** By these a person asks not to be called or written to, whatever was asked. */
	stop: string;
	/** These are usual answers as well, and opt out only as a whole message that answers nothing. */
	stopAlone?: string;
	/** Letters for yes and no, as pairs. They count only where the question names both. */
	letters?: string;
	/** A word for "already" that is a yes in another language. */
	already?: string;
	/** The words between two alternatives. */
	or: string;
	/** The words for the choices with the numbers 1, 2 and 3. */
	numbers: string;
}

/** The languages in which replies are read. To add a language, add a row. */
export const LANGUAGES: readonly Language[] = [
	{
		name: 'Emoji',
		yes: '👍, ✅, 👌, ✔, ☑, 🆗, 💯',
		no: '👎, ❌, 🚫, ✖, ⛔, 🙅',
		fillers: '🙏, ❤, 💙, 💚, 🧡, 💛, 😊, 🙂, 😀, 😃, 😄, 😁, 😉, 🥰, 😍, 🤗, 🌷, 🎉, 👏, 🙌, 👋, 😢, 😔',
		stop: '🛑',
		or: '',
		numbers: '',
	},
	{
		name: 'English',
		code: 'en',
		yes: `
			yes, (yep|yup|yeah|yea|yeh|aye), sure( thing|), of course, (absolutely|definitely|certainly|totally),
			(i |we |)(agree|accept|approve|confirm), (yes |)(please |)go ahead, go (for it|on then), crack on,
			(please |)do( it| that| so|), please proceed, sounds (good|great|fine|perfect),
			that works( best|)( for me| for us|), (it |)works( best|) for (me|us), fine( by me| with me|), (yes |)(i|we) (do|can|will),
			yes (you|they|it) (can|may|is|will|does), (all |)good, (great|perfect|excellent|lovely|cool),
			(thats|its) grand, (alright|all right), correct, thats right, (ok|okay), (approved|confirmed)
		`,
		agreement: 'agreed, (i|we) (agree|accept|confirm)',
		no: `
			no, (nope|nah|negative), not, (do not|dont), never, no way, no (thanks|thank you), no can do,
			not (now|today|really|at all|interested), (i |we |)(cannot|cant)( make it|),
			(i |we |)(decline|refuse|disagree),
			(im |i am |)(unfortunately|sadly|definitely|absolutely|certainly|of course|afraid|rather|better|prefer) not( to|),
			id rather not, (rejected|declined), keep it
		`,
		fillers: `
			works, (please|pls|plz), (thanks|thx|ty), (many |)thank you, (so|very) much, a lot, (hi|hello|hey),
			good (morning|afternoon|evening), bye, see (you|u)( then| there| tomorrow| soon|),
			(im |i am |so |very |)sorry, (ok|okay), it, (that|it|this) is, (thats|its), (oh|well), (just|now),
			(sir|madam|mate), i, (for |with |by |)(me|us), (again|anymore|any more), this number,
			(the|) (option|number), the, oclock
		`,
		stop: `
			stop, stop all, stopall, stop2quit, unsubscribe, unsub, revoke, optout,
			(i |i want to |i want |)opt (me |)out,
			(stop|quit) (calling|texting|messaging|contacting|writing|writing to),
			(stop|quit) sending( me|) (messages|texts|sms), (stop|no more|no) (the |)(calls|phone calls),
			(stop|no more) (the |)(messages|texts|sms|texting|calling),
			(do not|dont|never) (ever |)(call|text|message|contact|phone|ring|write to|send messages to|sms),
			(do not|dont) send( me|) (any |)(more |)(messages|texts|sms),
			(remove|take|delete) (me|my number|this number)( off| from| from your| off your| off the| from the| off this|)( list|),
			(unsubscribe|opt out) me, (lose|delete|remove) my number, leave (me|us) alone, remove me
		`,
		stopAlone: 'cancel, end, quit, remove',
		letters: 'y/n',
		or: 'or',
		numbers: '(the |)(one|first( one|)), (the |)(two|second( one|)), (the |)(three|third( one|))',
	},
	{
		name: 'Spanish',
		code: 'es',
		yes: `
			si, sii, sip, claro( que si|), vale, por supuesto, adelante, perfecto, genial, (me |)parece bien,
			me va (bien|genial|perfecto), muy bien, bien, exacto, confirmado, ok, bueno, (venga|dale),
			desde luego
		`,
		agreement: '(estoy |)de acuerdo, esta bien, (correcto|correctisimo), confirmo, acepto',
		no: `
			no, nop, (nunca|jamas), imposible, claro que no,
			(ahora|hoy|mejor|lamentablemente|desgraciadamente|claro que) no,
			no (ahora|hoy|puedo|podemos|quiero|acepto|gracias), para nada, de ninguna manera, en absoluto,
			tampoco, no me interesa, no estoy de acuerdo
		`,
		fillers: `
			(por favor|porfa|porfi), (muchas |mil |)gracias, hola, buenos dias, buenas( tardes| noches|),
			(lo siento|perdon|disculpe), (senor|senora), (saludos|adios), nos vemos( luego| pronto|),
			hasta luego, ok, muy amable, pues, es, eso, me, (puedo|podemos), mejor, por la, (para|pa) mi,
			(el|la|los), a las, sin problema, opcion, numero
		`,
		stop: `
			no me llam(en|e|es), no llam(en|e)( mas|), no me (escriban|escriba|contacten),
			no me (manden|envien) (mas |)mensajes, no me llam(en|e|es) (mas|nunca mas),
			no (quiero |)mas (mensajes|llamadas|sms), (darme|darse|dar|dame|denme|deme) de baja,
			(dejen|deje|deja) de (llamar|llamarme|escribirme|escribir), (dejenme|dejeme|dejame) en paz, parar,
			eliminen mi numero, borren mi numero
		`,
		stopAlone: 'baja, alto, cancelar, salir, fin',
		letters: 's/n',
		already: 'ya',
		or: 'o',
		numbers: `
			(la |el |)(uno|primer(a|o|)), (dos|la dos|el dos|segundo|el segundo), (la |el |)(tres|tercer(a|o|))
		`,
	},
	{
		name: 'German',
		code: 'de',
		yes: `
			ja, jap, jep, jawohl, na gut, klar, na klar, (sehr |)(gern|gerne), sicher, naturlich,
			selbstverstandlich, (das |)passt( gut| mir| uns| perfekt| so| schon| scho|),
			(das |)geht( klar| in ordnung|), alles klar, (sehr |)gut, super, prima, perfekt, genau( so|),
			richtig, genehmigt, bestatigt, (bitte |)(macht|mach|machen|machen sie)( das| es| mal|),
			auf jeden fall, ok, okay
		`,
		agreement:
			'(bin |ich bin |wir sind |)einverstanden, (das |)stimmt( so|), (ist |)in ordnung, (ich |)bestatige',
		no: `
			nein, noe, nicht, nie, niemals,
			(leider|bitte|lieber|besser|heute|jetzt|auf keinen fall|das geht) (nicht|nein), (leider |)nein danke,
			auf (gar |)keinen fall, keinesfalls, geht( leider|) nicht, (das |)(geht|passt)( leider|) nicht,
			nicht einverstanden, (das |)stimmt( so|) nicht, lass mal, (ich |)lehne ab, abgelehnt, no
		`,
		fillers: `
			bitte( schon| sehr|), danke( schon| sehr|), (vielen|besten|herzlichen) dank, (hallo|hi|moin),
			guten (tag|morgen|abend), (viele |liebe |)grusse, (lg|vg|mfg), hiermit, tschuss,
			bis (dann|morgen|bald), (es |)tut mir leid, (entschuldigung|sorry), leider, (ok|okay), (ich|wir),
			kann, nehme, uhr, (sie|es|das), ist, (mir|uns), dann, (herr|frau), (den|die|der), am, (nummer|option)
		`,
		stop: `
			stopp, abmelden, abbestellen, austragen,
			(nicht|nie) (mehr |wieder |)(anrufen|schreiben|kontaktieren|melden),
			ruf(en sie| mich|) (mich |)nicht (mehr |)an, (rufen sie |ruft )mich nicht (mehr |)an,
			keine (anrufe|nachrichten|sms|werbung)( mehr|), (lassen sie|lasst|lass) mich in ruhe,
			(loschen sie|losche) meine nummer, (schreiben sie|schreib) mir nicht( mehr|), (meine |)nummer loschen
		`,
		stopAlone: 'abbrechen, ende',
		letters: 'j/n, jo/ne',
		or: 'oder',
		numbers: '(eins|erste(n|r|s|)), (zwei|zweite(n|r|s|)), (drei|dritte(n|r|s|))',
	},
	{
		name: 'French',
		code: 'fr',
		yes: `
			oui, ouais, bien sur, (c est |)parfait, (nickel|impeccable|impec), (c est |c |)top,
			(c est |)(tres |)(bien|bon), c (bon|ok), ca (me |)va, (ca |)marche, (allez y|vas y|allez),
			absolument, tout a fait, certainement, volontiers, (avec |)plaisir, entendu, (j |)accepte, confirme,
			exact, super, ok
		`,
		agreement: '(je suis |)d accord, c est bon, je confirme',
		no: `
			non, nan, pas, jamais, ne pas,
			(surtout|absolument|certainement|malheureusement|desole|pas) (pas|non),
			pas (maintenant|aujourd hui|du tout|question|d accord|interesse), (je ne peux|je peux) pas,
			malheureusement non, (je |)refuse, pas possible
		`,
		fillers: `
			s il (vous|te) plait, svp, stp, merci( beaucoup| bien| de| de l|), bonjour, bonsoir, salut,
			(desole|pardon), (madame|monsieur), au revoir, a demain, cordialement, bonne journee, ok, c est,
			(je|moi), pour( moi| nous|), (ah|eh bien), peux, le, la, les, option, numero
		`,
		stop: `
			arret, arreter, arretez, (me |)desabonner, desinscrire, desinscription,
			(ne |)m (appelez|ecrivez|appelle|ecris|contactez)( plus| pas|),
			(ne |)(me |)(appelez|rappelez|contactez|derangez|telephonez) plus,
			(ne |)(me |)(contactez|telephonez) (pas|plus),
			plus (de |d |aucun )(messages|message|appels|appel|sms), (laissez|fichez) moi tranquille,
			(laissez moi|foutez moi la) (en paix|paix), (supprimez|effacez) mon numero,
			(ne m |n )appelez (plus|pas), (arretez|arrete) de m (appeler|ecrire|contacter),
			(arretez|arrete) de m envoyer des (messages|sms)
		`,
		stopAlone: 'fin, annuler, quitter',
		letters: 'o/n',
		or: 'ou',
		numbers: `
			(le |la |)(un|premier|premiere), (le |la |)(deux|deuxieme|second|seconde),
			(le |la |)(trois|troisieme)
		`,
	},
	{
		name: 'Portuguese',
		code: 'pt',
		yes: `
			sim, claro( que sim|), com certeza, (quero|pode|aceito|vamos|vou) sim,
			(esta|ta) (bem|bom|otimo|certo), muito bem, tudo (bem|certo), combinado,
			pode( vir| ser| mandar| enviar| fazer|), perfeito, otimo, certo, (eu |)aceito, confirmado,
			(beleza|blz), (fica|fique) a vontade, ok, isso( mesmo|), bom, podem
		`,
		agreement: 'concordo, (eu |)confirmo, de acordo',
		no: `
			nao, nunca, jamais, (agora|hoje|melhor|infelizmente|claro que) nao,
			nao (posso|podemos|consigo|pode|quero|aceito|agora|hoje|obrigado|obrigada), de jeito nenhum,
			de modo algum, nada disso
		`,
		fillers: `
			(por favor|pf|pfv), (muito |)(obrigado|obrigada|obg), ola, oi, bom dia, boa (tarde|noite),
			(desculpe|desculpa|lamento), (senhor|senhora), abraco, tchau, ate (la|logo|mais), ok, eu, posso,
			(para|pra) mim, melhor, opcao, numero
		`,
		stop: `
			nao me (ligue|liguem|liga|chame|contate|contatem|escreva|mande mensagens|mandem mensagens)( mais|),
			nao me (mande|mandem|envie|enviem) (mais |)(mensagem|mensagens),
			nao (ligue|liguem|quero) mais( mensagens| ligacoes|),
			(pare|parem) de (me |)(ligar|mandar mensagens|escrever|enviar mensagens),
			(sem|chega de) (mais |)(mensagens|ligacoes), nao me (incomode|incomodem)( mais|), parar,
			descadastrar, (me |)(deixe|deixem)( me|) em paz, apaguem meu numero, remova meu numero,
			(remova|tire) (me|meu nome)
		`,
		stopAlone: 'sair, pare, remover, cancelar, fim',
		letters: 's/n',
		already: 'ja',
		or: 'ou',
		numbers: `
			(a |o |)(um|uma|primeir(a|o)), (dois|duas|o segundo|segundo), (a |o |)(tres|terceir(a|o))
		`,
	},
	{
		name: 'Italian',
		code: 'it',
		yes: `
			si, certo( che si|), certamente, (va |)(tutto |)bene, va benissimo, perfetto, ottimo,
			assolutamente si, volentieri, (mi |)(sta|va) bene, esatto, confermato, ok, okay, procedete, proceda,
			sicuro, con piacere, vada
		`,
		agreement: '(sono |)d accordo, va bene, d accordissimo, giusto, confermo, accetto',
		no: `
			no, non, mai, (adesso|ora|oggi|purtroppo|assolutamente|certo che) no, (meglio|certo|credo) di no,
			non (posso|possiamo|voglio|accetto|adesso|ora|oggi|mi interessa|va bene), niente affatto, per niente,
			rifiuto, (purtroppo |)non riesco
		`,
		fillers: `
			per favore, per piacere, (molte |mille |)grazie( mille| tante|), ciao, salve, buongiorno, buonasera,
			(mi |)dispiace, (scusi|scusa), (signora|signore), saluti, arrivederci, a domani, ok, (la|il|lo),
			alle, posso, pure, meglio, (per|x) (me|noi), opzione, numero
		`,
		stop: `
			non (mi |)(chiamate|chiami|chiamare|scrivete|scriva|contattate|contatti)( mi|)( piu|),
			non (chiamatemi|scrivetemi|contattatemi)( piu|),
			(niente|basta)( piu|) (chiamate|messaggi|sms|telefonate),
			(cancellami|cancellatemi|disiscrivimi|disiscrizione|disiscrivetemi),
			(smettetela|smettete|smetta) di (chiamarmi|chiamare|scrivermi),
			(lasciatemi|lasciami|mi lasci) in pace, cancellate il mio numero, (cancella|elimina) il mio numero
		`,
		stopAlone: 'basta, annulla, fine, alt',
		letters: 's/n',
		or: 'o, oppure',
		numbers: '(la |il |)(uno|prim(a|o)), (la |il |)(due|second(a|o)), (la |il |)(tre|terz(a|o))',
	},
	{
		name: 'Dutch',
		code: 'nl',
		yes: `
			ja, jazeker, jawel, tuurlijk, helemaal goed, (heel |)graag, zeker( weten|), natuurlijk, goed,
			(is |dat is |)(prima|oke), in orde, uitstekend, perfect, super, top, doe maar, ga je gang, bevestigd,
			ok, oke, mooi
		`,
		agreement: '(is |dat is |ga |)akkoord, (is |dat is )goed, (dat |)klopt( helemaal|), (ik |)bevestig',
		no: `
			nee( hoor|), neen, niet, nooit, nu niet, (helaas|liever|zeker|beter|vandaag|absoluut|doe maar) niet,
			niet (nu|vandaag|nodig|akkoord), (dat |)(kan|gaat|lukt)( helaas|) niet, laat maar, helaas nee,
			geen interesse, (ik |)weiger
		`,
		fillers: `
			(alstublieft|alsjeblieft|aub), dank (u|je)( wel|), (heel erg |)bedankt, (hallo|hoi|dag),
			goede(morgen|middag|navond), sorry, het spijt me, (meneer|mevrouw), tot( dan| morgen| straks|),
			bij deze, voor (mij|ons), kan, uur, (groet|groeten), hoor, ok, oke, (het|dat is|is), ik, (de|om|op),
			optie, nummer
		`,
		stop: `
			afmelden, uitschrijven,
			(niet|nooit) meer (bellen|appen|sms en|smsen|berichten|schrijven|contacteren),
			bel( mij| me|) niet( meer|), (bel|app|sms|contacteer) (mij|me) niet( meer|),
			geen (berichten|telefoontjes|oproepen|sms)( meer|), stop met (bellen|appen|berichten|sturen),
			laat (mij|me) met rust, (verwijder|wis) (mij|me|mijn nummer), stoppen,
			(haal|schrap) (me|mij) van de lijst
		`,
		stopAlone: 'annuleren, einde',
		letters: 'j/n',
		or: 'of',
		numbers: '(de |)(een|eerste), (de |)(twee|tweede), (de |)(drie|derde)',
	},
	{
		name: 'Swedish',
		code: 'sv',
		yes: `
			ja, javisst, japp, sakert, jajamen, det funkar, absolut, (sjalvklart|visst|garna), (ja |)garna,
			(det |)gar bra, (det |)(ar |)(bra|okej|ok|fint), perfekt, toppen, (det |)passar( bra|), gor det,
			(jag |)godkanner, (jag |)accepterar, okej, ok, bekraftar
		`,
		agreement: '(det |)stammer, jag bekraftar',
		no: `
			nej, inte, nix, aldrig, (tyvarr|helst|absolut|inte|nej) (nej|inte|nu), inte (nu|idag|alls),
			nej tyvarr, tyvarr, gar inte, (det |)(gar|passar) inte, avbojer
		`,
		fillers: `
			tack( sa mycket| snalla|), snalla, hej, hejsan, god morgon, ursakta, forlat, okej, ok, det, ar, jag,
			pa, den, klockan, kl, alternativ, nummer, med vanlig halsning
		`,
		stop: `
			stoppa, avregistrera, avmala, avanmal,
			(ring|skriv|kontakta|sms a)( till|)( mig| oss|) inte( mer| igen|), ring inte( mig|)( mer|),
			(inga|slut med) (fler |)(samtal|meddelanden|sms)( tack|),
			sluta (ringa|skriva|sms a|smsa)( mig| till mig|), ta bort (mig|mitt nummer), lamna mig ifred, avsluta
		`,
		stopAlone: 'slut, avbryt',
		letters: 'j/n',
		or: 'eller',
		numbers: '(den |)(ett|forsta), (den |)(tva|andra), (den |)(tre|tredje)',
	},
	{
		name: 'Danish',
		code: 'da',
		yes: `
			ja( da|), (jep|jeps), klart, selvfolgelig, naturligvis, (meget |)gerne,
			(det |)(er |)(fint|godt|okay|ok|i orden), i orden, (det |)passer( fint| mig|), perfekt, super,
			helt sikkert, selvfolgelig, enig, (jeg |)accepterer, (jeg |)(godkender|bekraefter), okay, ok, fint
		`,
		agreement: 'det er i orden',
		no: `
			nej, nae, nej( mange|) tak, ellers tak, ikke, aldrig, (desvaerre|helst|absolut|slet) (nej|ikke),
			ikke (nu|i dag|interesseret), nej desvaerre, desvaerre, (det |)(gar|passer|kan jeg) ikke, afviser
		`,
		fillers: `
			tak skal du have, (mange|tusind) tak, venligst, hej, godmorgen, goddag, undskyld, beklager, okay, ok,
			det, er, jeg, pa, den, klokken, kl, nummer, mulighed, venlig hilsen
		`,
		stop: `
			afmeld, stop tak, (ring|skriv|kontakt)( til|)( mig| os|) ikke( mere| igen|),
			(ring|skriv|kontakt) ikke( til|)( mig|)( mere| igen|), (ikke|ingen) flere (opkald|beskeder|sms),
			(hold op|stop) med at (ringe|skrive)( til mig|), (slet|fjern) (mig|mit nummer),
			lad mig vaere( i fred|)
		`,
		stopAlone: 'slut, annuller, afslut',
		letters: 'j/n',
		or: 'eller',
		numbers: '(den |)(en|forste), (den |)(to|anden), (den |)(tre|tredje)',
	},
	{
		name: 'Norwegian',
		code: 'nb',
		yes: `
			ja( da|), jada, jepp, selvsagt, klart( det|), selvfolgelig, (veldig |)gjerne,
			(det |)(er |)(greit|fint|bra|ok|i orden), (det |)(passer|gar)( bra| fint|), perfekt, supert,
			helt klart, enig, (jeg |)(godtar|godkjenner|bekrefter), ok, okei, (grei|greit), flott
		`,
		agreement: '(det |den )er (grei|greit), det er i orden',
		no: `
			nei, ikke, aldri, (dessverre|helst|absolutt) (nei|ikke), ikke (na|i dag|interessert), nei dessverre,
			dessverre, (det |)(gar|passer) ikke, avslar
		`,
		fillers: `
			takk( skal du ha|), (tusen |mange |)takk, vennligst, hei, god morgen, beklager, unnskyld, ok, okei,
			det, er, jeg, pa, den, klokken, kl, nummer, alternativ, hilsen
		`,
		stop: `
			avmeld, (ring|skriv|kontakt)( til|)( meg| oss|) ikke( mer| igjen|),
			ikke (ring|skriv|kontakt)( til|)( meg|)( mer| igjen|), ingen flere (samtaler|meldinger|sms),
			slutt a (ringe|skrive)( meg| til meg|), (slett|fjern) (meg|nummeret mitt), la meg vaere( i fred|)
		`,
		stopAlone: 'slutt, avslutt, avbryt',
		letters: 'j/n',
		or: 'eller',
		numbers: '(den |)(en|forste), (den |)(to|andre), (den |)(tre|tredje)',
	},
	{
		name: 'Polish',
		code: 'pl',
		yes: `
			tak, jasne, dobra, spoko, oczywiscie, pewnie, (bardzo |)dobrze, (bardzo |)chetnie, zgoda, w porzadku,
			(moze byc|pasuje)( mi|), super, swietnie, idealnie, akceptuje, robcie, ok, okej
		`,
		agreement: 'zgadzam sie, zgadza sie, potwierdzam',
		no: `
			nie, nigdy, (niestety|raczej|absolutnie|na pewno) nie,
			nie (teraz|dzis|moge|chce|zgadzam sie|pasuje|trzeba), odmawiam, (niestety |)nie dam rady,
			w zadnym wypadku
		`,
		fillers: `
			prosze, dziekuje( bardzo|), dzieki, dzien dobry, czesc, witam, przepraszam, pozdrawiam, bardzo, pan,
			pani, ok, okej, opcja, numer
		`,
		stop: `
			wypisz( mnie|), nie dzwon(cie|)( do mnie|)( wiecej|), prosze nie dzwonic( do mnie|),
			nie (piszcie|pisz|dzwonic)( do mnie|)( wiecej|),
			(koniec z|zadnych) (wiadomosciami|wiadomosci|telefonow|sms), rezygnuje z wiadomosci,
			(usuncie|usun) (mnie|moj numer), (dajcie|daj) mi spokoj
		`,
		stopAlone: 'anuluj, koniec, rezygnuje',
		letters: 't/n',
		or: 'lub, albo',
		numbers: '(jeden|pierwsz(y|a)), (dwa|drug(i|a)), (trzy|trzeci(a|))',
	},
	{
		name: 'Russian',
		code: 'ru',
		yes: `
			да, ага, угу, конечно, хорошо, давайте, делайте, подходит, (мне |)(подходит|удобно), отлично, супер,
			можно, договорились, разумеется, приезжайте, ок, окей
		`,
		agreement: '(я |)(согласен|согласна), (мы |)согласны, (все |)верно, подтверждаю',
		no: `
			нет, неа, не, нельзя, никогда, (к сожалению|пока|лучше) нет,
			не (надо|нужно|сейчас|сегодня|могу|хочу|согласен|согласна|подходит|получится|получается),
			ни в коем случае, отказываюсь
		`,
		fillers: `
			пожалуйста, спасибо( большое|), большое спасибо, здравствуйте, привет, добрый (день|вечер),
			доброе утро, извините, простите, ок, я, это, мне, вариант, номер, в, во
		`,
		stop: `
			стоп, отписаться, отпишите( меня|), отписка,
			не (звоните|звони|пишите|пиши|звонить|писать)( мне|)( больше|), больше не (звоните|пишите)( мне|),
			(не надо|хватит|перестаньте) (звонить|писать)( мне|), никаких (звонков|сообщений|смс),
			(удалите|сотрите) мой номер, оставьте меня в покое
		`,
		stopAlone: 'отмена, конец, хватит',
		letters: 'д/н',
		or: 'или',
		numbers: '(один|перв(ый|ая|ое)), (два|втор(ой|ая|ое)), (три|трет(ий|ья|ье))',
	},
	{
		name: 'Turkish',
		code: 'tr',
		yes: `
			evet, tamam(dir|), olur, tabii( ki|), tabi( ki|), elbette, kabul, (bana |bize |)uygun( dur|),
			uygundur, onay, (yapin|yapiniz), olsun, (cok |)(iyi|guzel)( olur|), harika, super, kesinlikle, aynen,
			peki, dogru, anlastik, ok
		`,
		agreement: 'kabul (ediyorum|ediyoruz), onayliyorum',
		no: `
			hayir, yok, olmaz, (maalesef|kesinlikle) (hayir|olmaz), istemiyorum, istemem,
			(kabul etmiyorum|kabul etmem), (uygun|musait) degil(im|iz|), asla, gerek yok, etmeyin, simdi degil,
			reddediyorum
		`,
		fillers: `
			lutfen, tesekkur(ler|) (ederim|ederiz|), tesekkurler, tesekkur ederim, sag ol(un|), sagol(un|),
			merhaba, selam, gunaydin, iyi (gunler|aksamlar), kusura bakmayin, maalesef, tamam, ok, ben, bana,
			secenek, numara
		`,
		stop: `
			durdur, abonelikten cik, listeden (cik|cikar), (beni |)(aramayin|arama)( artik| bir daha|),
			(bana |)(yazmayin|yazma|mesaj atmayin|mesaj gondermeyin)( artik|), (artik |)(aramayin|yazmayin),
			(mesaj|arama) istemiyorum, numarami silin, (beni |)rahat birakin
		`,
		stopAlone: 'iptal, ret, son, dur',
		letters: 'e/h',
		or: 'veya, yoksa',
		numbers: '(bir|birinci(si|)), (iki|ikinci(si|)), (uc|ucuncu(su|))',
	},
	{
		name: 'Arabic',
		code: 'ar',
		yes: `
			نعم, اي, صح, ايوه, ايوا, اجل, اكيد, طبعا, بالتاكيد, موافق(ه|), (انا |)موافق, تمام, حسنا, ماشي, طيب,
			ممتاز, جيد, مناسب, صحيح, بالطبع, تفضلوا, تفضل, اوكي
		`,
		no: `
			لا, كلا, ابدا, مستحيل, ليس (الان|اليوم), لا (اريد|استطيع|اوافق|يناسبني|يمكن|احتاج), للاسف( لا|),
			غير (موافق|مناسب), لست موافقا, مش (موافق|مناسب), ارفض, ما (اقدر|ابي|اريد|ابغي|بدي)
		`,
		fillers: `
			من فضلك, لو سمحت, شكرا( جزيلا| لك|), مرحبا, السلام عليكم, اهلا, صباح الخير, مساء الخير, عفوا,
			اسف(ه|), الان, انا, حسنا, طيب, خيار, رقم, الخيار
		`,
		stop: `
			توقف, توقفوا, ايقاف, اوقف(وا|) (الرسائل|المكالمات|الاتصال),
			لا (تتصل|تتصلوا|ترسل|ترسلوا)( بي| لي|)( رسائل|)( مره اخرى|),
			لا (اريد |)(مزيد من |)(رسائل|مكالمات|اتصالات), الغاء الاشتراك, احذف(وا|) رقمي, اتركوني وشاني
		`,
		stopAlone: 'الغاء, كفي',
		or: 'او, ام',
		numbers: '(واحد|الاول(ى|)|الاولي), (اثنان|الثاني(ه|)), (ثلاثه|الثالث(ه|))',
	},
	{
		name: 'Hindi',
		code: 'hi',
		yes: `
			हां( जी|), जी( हां|), जी, ठीक( है|), ज़रूर, बिल्कुल, बिलकुल, सही( है|), मंजूर( है|),
			(हम |मैं |)सहमत( हूं|), अच्छा, पक्का, अवश्य, ओके, haan( ji|), han ji, ji( haan| han|),
			(theek|thik)( hai|), zaroor, bilkul, sahi( hai|), accha, chalega, ok
		`,
		no: `
			नहीं( जी|), नही, ना, मत, मत (कीजिए|करो|करें|आइए), जी (नहीं|नही), नहीं चाहिए, कभी नहीं, बिल्कुल नहीं,
			अभी नहीं, आज नहीं, nahi( ji|), nahin, nhi, ji nahi, mat( karo|), nahi chahiye, bilkul nahi, abhi nahi
		`,
		fillers: `
			कृपया, प्लीज, धन्यवाद, शुक्रिया, नमस्ते, नमस्कार, माफ कीजिए, जी, है, सर, मैडम, ठीक है, kripya,
			dhanyavad, shukriya, namaste, ji, hai, sir, विकल्प, नंबर, वाला, को
		`,
		stop: `
			बंद (करो|करें|कीजिए), रोकें, रोको,
			(मुझे |)(कॉल|फोन|मैसेज|संदेश) (मत|ना|नहीं) (करो|करें|कीजिए|भेजो|भेजें),
			(और |)(मैसेज|कॉल|संदेश) नहीं( चाहिए|), मेरा नंबर (हटाओ|हटाएं|हटा दें), मुझे परेशान मत (करो|करें),
			(mujhe |)(call|phone|message) mat (karo|kare|kijiye|bhejo), band karo
		`,
		stopAlone: 'बंद, रद्द',
		or: 'या',
		numbers: '(एक|पहला|पहली), (दो|दूसरा|दूसरी), (तीन|तीसरा|तीसरी)',
	},
	{
		name: 'Indonesian',
		code: 'id',
		yes: `
			ya, iya, yah, (ya |)tentu( saja|), baik(lah|), silakan, silahkan, (oke|ok)( deh|), siap, pasti,
			cocok, lanjut(kan|), (saya |)konfirmasi, sip, mantap
		`,
		agreement: 'bisa, boleh, (saya |kami |)setuju, betul, benar',
		no: `
			tidak, tdk, ga, gak, ngga, nggak, enggak, gak (usah|mau|bisa), ga (bisa|jadi|usah), jangan,
			tidak (bisa|mau|setuju|perlu|usah|boleh|sekarang), jangan (sekarang|dulu), (maaf |)tidak,
			tidak terima kasih, saya (tolak|menolak)
		`,
		fillers: `
			terima kasih( banyak|), makasih, tolong, mohon, halo, hai, selamat (pagi|siang|sore|malam), maaf,
			pak, bu, mbak, kak, oke, ok, saya, kami, saja, ya, yang, pilihan, nomor
		`,
		stop: `
			berhenti( berlangganan|), unreg,
			jangan (telepon|telpon|hubungi|kirim pesan|kirim sms|sms|wa|chat)( saya| kami|)( lagi|),
			(stop|berhenti) (telepon|telpon|menelepon|menghubungi|kirim pesan|sms)( saya|),
			(tidak mau|jangan) (pesan|sms|telepon) lagi, hapus nomor saya, jangan ganggu saya
		`,
		stopAlone: 'batal, selesai, keluar',
		or: 'atau',
		numbers: '(satu|pertama), (dua|kedua), (tiga|ketiga)',
	},
];
