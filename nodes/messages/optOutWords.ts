import { ASIAN_OPT_OUT_WORDS } from './optOutWordsOfAsia';

/**
 * The words of a language with which people ask to be left alone, as lists of phrases that are separated by commas.
 * `(a|b)` stands for either, `(a|)` for one that may be missing. Case, accents, apostrophes and punctuation do not matter.
 */
export interface OptOutWords {
	/** By BCP 47. */
	code: string;
	/** A sentence of these opts out. Within a longer sentence they mean something else, as in "Stop at the gate." */
	keywords: string;
	/** A sentence of these opts out, too. Within a longer sentence they still ask to stop, but it is unclear what. */
	requests: string;
	/** As a whole message, these are keywords of carriers, and usual answers as well. */
	answers?: string;
	/** These stand beside a keyword, as in "Wrong number. Stop." In one clause with it they leave open what is meant. */
	asides: string;
	/** These add nothing, as do courtesies. */
	fillers?: string;
}

/**
 * The words by language: the 16 documented ones, and those of China, Japan and Korea. Carriers' keywords are those of
 * CTIA, Twilio and AWS and their local forms. A keyword of one language must not be an ordinary word of another: there
 * are no "fine", "alt" or "son" here.
 */
export const OPT_OUT_WORDS: readonly OptOutWords[] = [
	{
		code: 'en',
		keywords: `
			stop( it| this| that| here|), stop all, stopall, stop i said, dnc, do not call (list|please), cease and desist, (remove|delete) from( the| your|) list, s t o p, stop2quit, 🛑, revoke,
			(do not|dont|never) (call|text|txt|message|contact|phone|ring|write|sms|disturb|email), do not contact,
			(no more|stop|stop the|stop all|stop all the|stop these|stop your) (calls|phone calls|messages|texts|txts|msgs|sms|texting|calling|spam),
			(stop|quit) (calling|texting|txting|messaging|msging|contacting|writing|spamming|emailing|phoning|ringing), stop sending
		`,
		requests: `
			(unsubscribe|unsub|unsuscribe|unsubcribe), opt( me| us|) out, optout,
			(stop|quit) (calling|texting|txting|messaging|msging|contacting|phoning|ringing|emailing|spamming|bothering|harassing|disturbing|writing|writing to|sending) (me|us|this number|my),
			cease( all|) contact,
			stop sending( any| all| more| these| this| your|) (messages|texts|sms|txts|msgs|spam|stuff|ads|offers|emails),
			(stop|quit) (receiving|getting)( any| all| these| this| your|) (messages|texts|sms|calls|emails|spam),
			stop( all|) (your|these|those|this) (messages|texts|calls|sms|spam),
			(i |you |)(told you|want you|asked you) to stop, i said stop, you (must|need to|have to|better) stop,
			stop (i am|im|i dont|i do not|you are|youre|you have|who is|this is) ,
			(do not|dont|never|not) (call|text|txt|message|msg|contact|phone|ring|write to|write|email|sms|bother|disturb) (me|us|this number|my number|my phone),
			(never|dont) ever (call|text|message|contact) me,
			(do not|dont|never) send( me|)( any| any more| more| these|) (messages|texts|sms|txts|spam|stuff|ads),
			(do not|dont) send (me|us) (anything|any more|anymore),
			(do not|dont|no longer) (want|wish)( to get| to receive|)( any| any more| more| these| your|) (messages|texts|sms|calls|emails|ads|spam),
			(do not|dont|no longer) (want|wish) to be (called|contacted|texted|messaged|bothered|disturbed), (do not|dont) want to hear from you,
			(remove|take|delete|get) (me|us|my name|my number|this number) (from|off),
			(remove|delete|lose|erase|forget) (my|this|our) (number|phone number|contact|contact details), take (me|us|my name|my number) off,
			(remove|delete) me, (put|add) (me|my number|this number) (on|to) (your|the) (do not call|dnc),
			leave (me|us) (alone|in peace), let me be, to be removed from (your|the|this|all)
		`,
		answers:
			'cancel, end, quit, remove, no messages, no calls, no texts, go away, fuck off, piss off, get lost, spam, stop this subscription',
		asides: `
			(no|nope|nah|yes|yeah), (no|not) (thank you|thanks), (you have |you have got |youve got |sorry |)(the |)wrong (number|person),
			(i am |im |we are |)(not|no longer|not really) interested( anymore| any more|), who is this, who are you, this is (harassment|spam),
			i (do not|dont) (want|need|know) (this|these|it|you|any)
		`,
		fillers: `
			(just|now|all|already|again|anymore|any more|ever|immediately|at once|asap|today|right now), oh, well, and, but, then, so, or,
			(me|us), this number, from now on, (from|of), of all, (messages|texts|sms|number|phone), (your|the|all|any|these) (list|lists|database|records|messages|texts|calls|sms), (|your |the )(call|calling|mailing) list, (id|ref|code), (from|of) (this|that), (this|that) list, (i|we), i (want|would like) (you |)to, (i |we |)(would |)(really |)(want|wish|like) to, id like to,
			(i am|im) asking you to, (can|could|will|would) you( please| just|)
		`,
	},
	{
		code: 'es',
		keywords: `
			parar, paren, dejen, (no|ni un) mas (mensajes|llamadas|sms|publicidad), no llam(en|e|es)( mas|), no escriban( mas|), no molest(en|e|es)( mas|), basta de (mensajes|llamadas|sms)
		`,
		requests: `
			no me (vuelva|vuelvan|vuelvas) a (llamar|escribir|contactar|molestar|enviar), no (vuelva|vuelvan|vuelvas) a (llamarme|escribirme|contactarme|molestarme),
			no me (llamen|llame|llames|escriban|escriba|escribas|contacten|contacte|molesten|moleste|manden|mande|mandes|envien|envie|envies),
			(ya |)no (quiero|deseo) (recibir |)(mas |sus |)(mensajes|llamadas|sms|publicidad), (ya |)no (quiero|deseo) que me (llamen|escriban|contacten|molesten),
			(quiero |deseo |quisiera |necesito |)(darme|darse|dar|dame|denme|deme|demen|dadme) de baja, (quiero|solicito) (la |mi |)baja,
			(dejen|deje|deja|dejad) de (llamar|llamarme|escribirme|escribir|molestar|molestarme|mandar|mandarme|enviarme|contactarme|enviar)( mensajes| sms|),
			(paren|pare|para) de (llamar|llamarme|escribirme|molestarme|mandarme|enviarme)( mensajes|),
			(dejenme|dejeme|dejame|dejadme) (en paz|tranquilo|tranquila), (eliminen|elimine|borren|borre|quiten|quite) (mi numero|mis datos), (eliminenme|borrenme|quitenme|saquenme) de (la|su|sus) (lista|listas|base),
			cancelar (la |mi |)(suscripcion|subscripcion), desuscribir(me|), (anular|cancelar) suscripcion
		`,
		answers: 'baja, alto, cancelar, salir, fin, basta',
		asides:
			'(no|si), no gracias, numero equivocado, se equivoco de numero, no (me |)(interesa|estoy interesado|estoy interesada)( mas|), quien es',
		fillers:
			'(ya|ahora|mas), nunca mas, nada, (mas |sus |)(mensajes|sms|publicidad), y, de inmediato, inmediatamente, que, solicito, quiero, a este numero',
	},
	{
		code: 'de',
		keywords: `
			stopp( das| damit|), stoppt( das|), abmelden, abbestellen, austragen, aufhoren, hor(t|en sie|) auf( damit|), nicht (mehr |)stopp,
			(nicht|nie) (mehr|wieder) (anrufen|schreiben|kontaktieren|melden|anschreiben|schicken|senden|belastigen|storen), nicht (anrufen|kontaktieren),
			keine (anrufe|nachrichten|sms|werbung|mails|weiteren nachrichten|weiteren anrufe|weiteren sms) mehr, keine weiteren (anrufe|nachrichten|sms)
		`,
		requests: `
			abmeldung, (mich|uns) (bitte |)(abmelden|austragen|loschen), (melden|meldet|melde|tragen|tragt|trag) (sie |)mich (bitte |)(ab|aus), (ich |)(will|mochte|mocht) mich (abmelden|austragen),
			(rufen sie|ruft|ruf) (mich|uns|hier) (bitte |)(nicht|nie) (mehr |wieder |)an, (rufen sie|ruft|ruf) (bitte |)(nicht|nie) (mehr|wieder) an,
			(schreiben sie|schreibt|schreib|schicken sie|schickt|schick|senden sie|sendet) (mir|uns) (bitte |)(nicht|nichts|nie|keine),
			(kontaktieren sie|kontaktiert|kontaktier|belastigen sie|belastigt|storen sie|stort) (mich|uns) (bitte |)nicht,
			(mich|uns|mir) (bitte |)(nicht|nie) (mehr|wieder) (anrufen|anschreiben|schreiben|kontaktieren|belastigen),
			(will|mochte|wunsche) keine (weiteren |)(anrufe|nachrichten|sms|werbung|mails)( mehr|)( bekommen| erhalten|),
			(ich |)(will|mochte) (nicht|nicht mehr|nie mehr|nie wieder) (angerufen|angeschrieben|kontaktiert|belastigt) werden,
			(hort|hor|horen sie) (endlich |bitte |)auf (mich |mir |)(anzurufen|zu schreiben|zu nerven|zu belastigen|anzuschreiben),
			(lassen sie|lasst|lass) (mich|uns) (bitte |endlich |doch |jetzt |)in (ruhe|frieden),
			(loschen|loscht|losche|loeschen|entfernen|streichen) (sie |)(bitte |)(meine (nummer|telefonnummer|handynummer|daten)|mich), (meine |)nummer (bitte |)(loschen|loeschen|entfernen),
			(nehmen sie|nehmt|nimm|streichen sie|streicht) mich (bitte |)(aus|von)
		`,
		answers: 'abbrechen, ende, keine (anrufe|nachrichten|sms), lass mich, kundigen',
		asides:
			'(nein|ja), nein danke, (sie haben |)(falsche|die falsche) nummer, falsch verbunden, kein interesse( mehr|), wer (ist|sind) (das|da|sie)',
		fillers:
			'(jetzt|sofort|endlich|und|mehr|wieder|weiter|hiermit|doch|ich), ab sofort, ich (will|mochte), (nachrichten|sms|werbung), von (ihnen|euch), (der|ihrer|eurer|dem) (liste|verteiler)',
	},
	{
		code: 'fr',
		keywords: `
			arret, arreter, arretez( ca| tout| cela|), arrete( ca|), stop sms,
			plus (de |d |aucun )(messages|message|appels|appel|sms|textos|pub|publicite), (ne |)(pas|plus) (appeler|contacter|ecrire|deranger|rappeler)
		`,
		requests: `
			(me |se |)(desabonner|desinscrire), (desabonnez|desinscrivez|desabonne) moi, desabonnement, desinscription,
			m (appelez|ecrivez|appelle|ecris|envoyez|envoie|ennuyez|importunez|appeler|ecrire|envoyer) (plus|pas),
			me (contactez|contacte|rappelez|rappelle|derangez|derange|telephonez|ecrivez|sollicitez|harcelez|textez) (plus|pas),
			(plus|pas|jamais) (me|m) (contacter|appeler|ecrire|deranger|rappeler|envoyer|telephoner|solliciter),
			(ne |)(plus|pas) recevoir( de| vos| ces| d|) (messages|sms|appels|publicites|textos), je (ne |)veux plus( recevoir|)( de| vos| ces| d|) (messages|sms|appels|publicites|textos),
			je (ne |)veux plus (etre|que vous) (contacte|contactee|appele|derange|m appeliez|me contactiez), je (ne |)veux plus rien recevoir,
			(arretez|arrete|cessez) de (m |me |)(appeler|ecrire|contacter|envoyer|deranger|harceler|spammer|telephoner), (arretez|cessez) (vos|les|ces) (appels|messages|sms),
			(laissez|laisse|fichez|foutez) (moi|nous) (tranquille|en paix|la paix),
			(supprimez|effacez|retirez|enlevez|oubliez) (mon numero|mes donnees|mes coordonnees), (supprimez|retirez|enlevez|rayez) moi
		`,
		answers: 'fin, annuler, quitter',
		asides:
			'oui, non merci, (mauvais|faux) numero, (vous avez |)(le |)mauvais numero, (je ne suis |)pas interesse(e|), plus interesse(e|), qui (est ce|etes vous)',
		fillers:
			'maintenant, immediatement, tout de suite, et, veuillez, (de|ne|rien), (de |des |vos |ces |d |)(messages|message|sms|textos|appels|pub|publicite|publicites), je (veux|souhaite|voudrais|desire), plus, jamais, de (vos|votre|la|cette) (liste|listes|fichier|fichiers|base)',
	},
	{
		code: 'pt',
		keywords: `
			parar, parem, descadastrar, (sem|chega de) (mais |)(mensagens|ligacoes|sms), (nao|nem) (ligue|liguem|liga|mande|mandem) mais( mensagens| nada|), nao (perturbe|perturbem)
		`,
		requests: `
			nao (ligue|liguem|liga|escreva|escrevam|mande|mandem|envie|enviem)( mais|)( mensagens|) (pra mim|para mim|para este numero),
			nao me (ligue|liguem|liga|ligar|chame|chamem|contate|contatem|contacte|contactem|escreva|escrevam|incomode|incomodem|perturbe|perturbem|mande|mandem|manda|envie|enviem),
			nao (quero|desejo) mais (mensagens|ligacoes|sms|receber|contato|nada de voces)( mensagens| ligacoes| sms| nada|), nao (quero|desejo) (receber|que me liguem|ser contatado|ser contactado)( mais|)( mensagens| ligacoes| sms|),
			para de me (ligar|mandar|escrever|encher), (pare|parem|parar|deixe|deixem) de (me |)(ligar|mandar|escrever|enviar|incomodar|perturbar|contatar|contactar|encher),
			(me |)(descadastrar|descadastre|descadastrem|desinscrever), (quero |)cancelar (a |minha |)(inscricao|assinatura|subscricao),
			(me |)(deixe|deixem|deixa)( me|) em paz, (apaguem|apague|apagar|remover|removam|remova|excluam|exclua|retirem|retire|tirem|tire) (o |)(meu numero|meu contato|meus dados),
			me (tira|tire|tirem|remova|removam|retire|retirem|exclua) d(a|e|essa|esta), (tire|tirem|remova|removam|retire) me
		`,
		answers: 'sair, pare, remover, cancelar, fim, basta',
		asides:
			'(nao|sim), nao obrigad(o|a), numero errado, foi engano, nao (tenho interesse|estou interessad(o|a)|me interessa)( mais|), quem e',
		fillers:
			'(agora|mais|e|imediatamente|quero|nada), nunca mais, (mais |)(mensagens|mensagem|sms|ligacoes), (para|pra) mim, (sua |)(lista|base)',
	},
	{
		code: 'it',
		keywords: `
			smettetela, smettila, smetta( subito|), fermatevi, non (chiamate|chiamare|scrivete|contattate)( piu|), (niente|basta|no)( piu|) (chiamate|messaggi|sms|telefonate), disiscrizione
		`,
		requests: `
			non (mi|ci) (chiamate|chiami|chiamare|chiama|scrivete|scriva|scrivere|contattate|contatti|contattare|disturbate|disturbi|mandate|mandi|inviate|invii),
			non (chiamatemi|chiamarmi|scrivetemi|scrivermi|contattatemi|contattarmi|disturbatemi|disturbarmi|mandatemi|inviatemi),
			non voglio (piu |)(ricevere |)(piu |)(messaggi|chiamate|sms|telefonate|essere (chiamato|chiamata|contattato|contattata|disturbato|disturbata)),
			(cancellami|cancellatemi|disiscrivimi|disiscrivetemi|disiscrivermi|rimuovetemi|toglietemi|eliminatemi),
			(smettetela|smettete|smetta|smettila) di (chiamarmi|chiamare|scrivermi|scrivere|disturbarmi|contattarmi|mandarmi|inviarmi),
			(lasciatemi|lasciami|mi lasci|lasciateci) (in pace|stare|in santa pace), (cancellate|cancella|cancelli|eliminate|elimina|rimuovete) (il mio numero|i miei dati|il mio contatto), annulla(re|) (l |la |)iscrizione
		`,
		answers: 'basta, annulla, ferma',
		asides:
			'(no|si), no grazie, (ha |avete |)(sbagliato |)numero( sbagliato|), non (sono |)(interessat(o|a)|mi interessa)( piu|), chi (e|sei|siete)',
		fillers:
			'(subito|adesso|ora|piu|e|immediatamente|voglio|nulla|niente|messaggi|sms), vi prego di, dall(a|e) (vostra |)list(a|e)',
	},
	{
		code: 'nl',
		keywords: `
			afmelden, uitschrijven, stoppen, stop (ermee|hiermee|maar), hou (op|ermee op), niet meer (bellen|appen|sms en|smsen|berichten|schrijven|contacteren|storen|sturen), niet bellen,
			geen (berichten|telefoontjes|oproepen|sms|reclame|berichtjes)( meer|), nooit meer (bellen|appen|schrijven)
		`,
		requests: `
			(bel|app|sms|contacteer|stoor|bericht) (mij|me|ons|dit nummer) (niet|nooit)( meer|), stuur (mij|me|ons) (geen|niets|nooit),
			(mij|me|ons) (niet|nooit) meer (bellen|appen|contacteren|lastigvallen|berichten|benaderen|sturen), val (mij|me) niet (meer |)lastig,
			stop met (mij te |me te |het |)(bellen|appen|berichten|sturen|schrijven|lastigvallen|smsen|spammen)( van berichten|),
			(ik |)(wil|wens) geen (berichten|telefoontjes|oproepen|sms|reclame)( meer|)( ontvangen| krijgen|), (ik |)wil niet (meer |)(gebeld|benaderd|gecontacteerd|lastiggevallen) worden,
			laat (mij|me|ons) (met rust|met vrede), (verwijder|wis|schrap|vergeet) (mijn nummer|mijn gegevens|mij|me|mij uit de lijst), (haal|schrap|verwijder) (me|mij) (van|uit) (de|jullie|uw) (lijst|bestand), (schrijf|meld) (me|mij) (uit|af), (ik |)(wil|wens) (me|mij) (afmelden|uitschrijven)
		`,
		answers: 'annuleren, einde',
		asides:
			'(nee|neen|ja), nee (bedankt|dank je|dank u), verkeerd (nummer|verbonden), (ik heb |)geen interesse( meer|), niet geinteresseerd, wie (is dit|ben je|bent u)',
		fillers: 'nu, meer, (meer |)(berichten|sms|sms jes|reclame), direct, onmiddellijk, en, ik wil, a u b',
	},
	{
		code: 'sv',
		keywords: `
			stopp, stoppa, avregistrera, avanmal, avprenumerera, avsluta prenumeration(en|), sluta( nu| genast|), (ring|skriv|kontakta|smsa|sms a) inte( mer| igen|), inga (fler |)(samtal|meddelanden|sms)( tack| mer|), slut med (samtal|meddelanden|sms)
		`,
		requests: `
			(ring|kontakta|smsa|stor|sms a) (mig |oss )(inte|aldrig)( mer| igen|), (ring|kontakta|smsa|stor|sms a) (inte|aldrig) (mig|oss)( mer| igen|), (skriv|ring) (inte|aldrig) till (mig|oss)( mer| igen|), (skriv|ring) till (mig|oss) (inte|aldrig)( mer| igen|),
			skicka (inte|inga)( mig|) (fler |mer |)(meddelanden|sms|reklam)( till mig| mer|), sluta (ringa|skriva|sms a|smsa|skicka|kontakta|stora)( mig| oss| till mig| sms| meddelanden|),
			vill inte (ha|bli|fa) (fler |mer |)(meddelanden|sms|samtal|kontaktad|uppringd|reklam), ta bort (mig|mitt nummer|mina uppgifter)( fran (listan|er lista)|), (lamna|lat) mig (ifred|i fred|vara), avregistrera mig, avanmal mig
		`,
		answers: 'slut, avbryt, avsluta',
		asides: '(nej|ja), nej tack, fel nummer, (jag ar |)inte (langre |)intresserad, vem ar (det|du)',
		fillers: 'nu, mer, genast, och, jag, jag vill',
	},
	{
		code: 'da',
		keywords: `
			afmeld, afmelding, stop (tak|nu|det), (ring|skriv|kontakt) ikke( mere| igen|), (ikke|ingen) flere (opkald|beskeder|sms er|sms)( tak|), ikke ring( mere|)
		`,
		requests: `
			(ring|skriv|kontakt|forstyr|sms)( til|)( mig| os) (ikke|aldrig)( mere| igen|), (ring|skriv|kontakt|forstyr) (ikke|aldrig)( til|) (mig|os)( mere| igen|),
			send( mig|) (ikke|ingen) (flere |)(beskeder|sms er|sms|reklamer)( til mig| mere|), (hold op|stop) med (at |)(ringe|skrive|sende|kontakte|genere)( til mig| mig| beskeder|),
			(vil|onsker) ikke (have |modtage |)(flere |)(beskeder|opkald|sms er|sms|reklamer|kontaktes), (slet|fjern) (mig|mit nummer|mine oplysninger)( fra (listen|jeres liste)|), lad (mig|os) vaere( i fred|), (afmeld|frameld) mig
		`,
		answers: 'annuller, afslut, slut, ende',
		asides: '(nej|ja), nej tak, forkert nummer, (jeg er |)ikke (laengere |)interesseret, hvem er (det|du)',
		fillers: 'nu, mere, straks, og, jeg, jeg vil',
	},
	{
		code: 'nb',
		keywords: `
			avmeld, avmelding, stopp( na| det|), (ring|skriv|kontakt) ikke( mer| igjen|), ikke (ring|skriv|kontakt)( mer| igjen|), ingen flere (samtaler|meldinger|sms)( takk|), slutt (a ringe|a skrive|med dette)
		`,
		requests: `
			(ring|skriv|kontakt|forstyrr)( til|) (meg|oss) (ikke|aldri)( mer| igjen|), (ring|skriv|kontakt|forstyrr) (ikke|aldri)( til|) (meg|oss)( mer| igjen|), (ikke|aldri) (ring|skriv|kontakt|forstyrr|sms)( til|) (meg|oss)( mer| igjen|),
			(ikke send|send ikke)( meg|) (flere |mer |)(meldinger|sms|reklame)( til meg| mer|), slutt (a|med a) (ringe|skrive|sende|kontakte|plage)( meg| til meg| meldinger|),
			(vil|onsker) ikke (ha |motta |a motta |)(flere |)(meldinger|samtaler|sms|reklame|kontaktes), (slett|fjern) (meg|nummeret mitt|mitt nummer)( fra (listen|listene)|), la (meg|oss) vaere( i fred|), meld meg av, avmeld meg
		`,
		answers: 'slutt, avslutt, avbryt, ende',
		asides: '(nei|ja), nei takk, feil nummer, (jeg er |)ikke (lenger |)interessert, hvem er (det|du)',
		fillers: 'na, mer, straks, og, jeg, jeg vil',
	},
	{
		code: 'pl',
		keywords: `
			wypisz, nie (dzwon|dzwoncie|dzwonic|pisz|piszcie|pisac)( wiecej| juz|), (koniec z|zadnych|dosc|prosze o koniec) (wiadomosciami|wiadomosci|telefonow|telefonami|sms|smsow)
		`,
		requests: `
			(prosze |)wypisz(cie|)( mnie|)( z listy|), (prosze mnie wypisac|wypisac mnie), (prosze |)nie (dzwonic|dzwon|dzwoncie|pisac|pisz|piszcie) (wiecej |juz |)do mnie( wiecej| juz|), nie (wysylaj|wysylajcie|wysylac)( mi|) (wiecej |juz |)(wiadomosci|sms|smsow|nic)( wiecej|),
			(prosze |)nie (kontaktujcie|kontaktowac|kontaktuj) sie ze mna( wiecej|), nie (chce|zycze sobie) (wiecej |juz |otrzymywac |dostawac |)(wiecej |zadnych |)(wiadomosci|telefonow|sms|smsow|kontaktu),
			(przestancie|przestan|prosze przestac) (do mnie |)(dzwonic|pisac|wysylac)( do mnie|), rezygnuje z (wiadomosci|subskrypcji|sms), (usuncie|usun|prosze usunac|skasujcie) (mnie|moj numer|moje dane)( z listy|), (dajcie|daj) mi (swiety |)spokoj, (zostawcie|zostaw) mnie w spokoju
		`,
		answers: 'anuluj, koniec, rezygnuje',
		asides: '(nie|tak), nie dziekuje, (to |)(pomylka|zly numer), nie jestem zainteresowan(y|a), kto to',
		fillers: 'juz, wiecej, teraz, natychmiast, i, a, natychmiast',
	},
	{
		code: 'ru',
		keywords: `
			стоп, отписка, не (звоните|звони|пишите|пиши|звонить|писать|беспокоить|беспокойте)( больше|), больше не (звоните|пишите|звонить|писать), (не надо|перестаньте|хватит|прекратите) (звонить|писать), никаких (звонков|сообщений|смс)
		`,
		requests: `
			отписаться, (отпишите|отписать) меня, (хочу |)отписаться( от рассылки|), (больше |)не (звоните|звони|пишите|пиши|звонить|писать|присылайте) (мне |сюда |на этот номер )(больше|смс|сообщения|), (больше |)(мне |сюда )(больше |)не (звоните|пишите|звонить|писать|присылайте),
			(не надо|перестаньте|хватит|прекратите) (мне (звонить|писать)|(звонить|писать) мне|слать|присылать)( сообщения| смс|), не (беспокойте|беспокоить|тревожьте) меня( больше|), не хочу (получать |больше получать |)(ваши |)(сообщения|смс|звонки|рассылку),
			(удалите|сотрите|уберите) (мой номер|меня|мои данные)( из (базы|списка)|), оставьте меня в покое, отстаньте( от меня|)
		`,
		answers: 'отмена, конец, хватит',
		asides:
			'(нет|да), нет спасибо, (вы |)ошиблись( номером|), не (интересно|интересует), неинтересно, кто это',
		fillers: 'больше, никогда, сейчас, немедленно, и, уже, прошу',
	},
	...ASIAN_OPT_OUT_WORDS,
];

/** These opt a person in again. They are English everywhere, as carriers know them. */
export const OPT_IN_WORDS =
	'(please |)start( again| now|), unstop, opt (me |)(back |)in, optin, resume, (re|)subscribe( me|)';
