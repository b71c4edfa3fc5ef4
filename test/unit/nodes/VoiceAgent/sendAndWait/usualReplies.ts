/** What people send most, in each documented language, separated by `|`. */
export interface UsualReplies {
	yes: string;
	no: string;
	/** Morning, afternoon and evening, as a question offers them, and replies that take the second. */
	choices: [string, string, string];
	second: string;
}

export const USUAL_REPLIES: Record<string, UsualReplies> = {
	English: {
		yes: 'yes | Yes please | YES!!! | yeah | Yep, thanks 🙏🏽 | sure | ok | OK thank you | Hi, yes | of course | sounds good, thanks | yes sure',
		no: 'no | No. | No, thank you | nope | no thanks | no, sorry | Hello, no thanks 🙂',
		choices: ['Morning', 'Afternoon', 'Evening'],
		second: 'Afternoon | the afternoon, please | in the afternoon | Afternoon 👍',
	},
	Spanish: {
		yes: 'sí | si | Sí, gracias | si por favor | claro que sí | sí, claro | vale | ok gracias | por supuesto',
		no: 'no | No, gracias | no muchas gracias | no, lo siento',
		choices: ['Mañana', 'Tarde', 'Noche'],
		second: 'Tarde | la tarde, por favor | por la tarde',
	},
	German: {
		yes: 'ja | Ja bitte | ja gerne | ok danke | na klar | Ja, vielen Dank | einverstanden | in Ordnung',
		no: 'nein | Nein danke | nö | nee, danke | Nein, tut mir leid | leider nein',
		choices: ['Vormittag', 'Nachmittag', 'Abend'],
		second: 'Nachmittag | am Nachmittag bitte | den Nachmittag, bitte',
	},
	French: {
		yes: "oui | Oui merci | d'accord | D’accord, merci | oui, s'il vous plaît | oui svp | bien sûr | ok | Oui, d'accord",
		no: 'non | Non merci | non, désolé',
		choices: ['Matin', 'Après-midi', 'Soir'],
		second: "Après-midi | l'après-midi, s'il vous plaît | apres-midi",
	},
	Portuguese: {
		yes: 'sim | Sim, obrigado | sim por favor | claro | com certeza | ok obrigada | Oi, sim',
		no: 'não | nao | Não, obrigado | não, muito obrigada',
		choices: ['Manhã', 'Tarde', 'Noite'],
		second: 'Tarde | à tarde, por favor | a tarde por favor',
	},
	Italian: {
		yes: "sì | si grazie | Sì, grazie mille | va bene | d'accordo | certo | ok grazie | sì, certo",
		no: 'no | No grazie | no, mi dispiace',
		choices: ['Mattina', 'Pomeriggio', 'Sera'],
		second: 'Pomeriggio | il pomeriggio, per favore | pomeriggio grazie',
	},
	Dutch: {
		yes: 'ja | Ja graag | ja hoor | is goed | akkoord | ok bedankt | Ja, dank u wel | oké',
		no: 'nee | Nee bedankt | nee, dank je | nee hoor | helaas nee',
		choices: ['Ochtend', 'Middag', 'Avond'],
		second: 'Middag | de middag, alstublieft | in de middag aub',
	},
	Swedish: {
		yes: 'ja | Ja tack | gärna | ja, gärna | okej | det går bra tack | ja snälla',
		no: 'nej | Nej tack | nej, tyvärr',
		choices: ['Förmiddag', 'Eftermiddag', 'Kväll'],
		second: 'Eftermiddag | på eftermiddag tack | eftermiddag, tack så mycket',
	},
	Danish: {
		yes: 'ja | Ja tak | gerne | ja, gerne | okay | okay tak | ja, mange tak',
		no: 'nej | Nej tak | nej, desværre | nej, mange tak',
		choices: ['Formiddag', 'Eftermiddag', 'Aften'],
		second: 'Eftermiddag | om eftermiddag, mange tak',
	},
	Norwegian: {
		yes: 'ja | Ja takk | gjerne | ja, gjerne | greit | det er greit | okei, takk',
		no: 'nei | Nei takk | nei, dessverre | nei, tusen takk',
		choices: ['Formiddag', 'Ettermiddag', 'Kveld'],
		second: 'Ettermiddag | på ettermiddag, takk',
	},
	Polish: {
		yes: 'tak | Tak, proszę | tak dziękuję | jasne | dobrze | ok dzięki | oczywiście',
		no: 'nie | Nie, dziękuję | nie, przepraszam | niestety nie',
		choices: ['Rano', 'Popołudnie', 'Wieczór'],
		second: 'Popołudnie | popoludnie, proszę',
	},
	Russian: {
		yes: 'да | Да, пожалуйста | да, спасибо | хорошо | конечно | ок, спасибо | согласен',
		no: 'нет | Нет, спасибо | к сожалению, нет | нет, извините',
		choices: ['Утро', 'День', 'Вечер'],
		second: 'День | день, пожалуйста',
	},
	Turkish: {
		yes: 'evet | Evet lütfen | EVET | tamam | tamam, teşekkürler | olur | tabii ki | evet teşekkür ederim',
		no: 'hayır | hayir | HAYIR | Hayır, teşekkürler | maalesef hayır | olmaz',
		choices: ['Sabah', 'Öğleden sonra', 'Akşam'],
		second: 'Öğleden sonra | ogleden sonra lütfen',
	},
	Arabic: {
		yes: 'نعم | نعم، شكرا | نعم من فضلك | تمام | موافق | أكيد | ايوه | طبعًا',
		no: 'لا | لا شكرا | لا، شكراً | للأسف لا',
		choices: ['الصباح', 'العصر', 'المساء'],
		second: 'العصر | العصر من فضلك | في العصر',
	},
	Hindi: {
		yes: 'हाँ | हां | जी हाँ | हाँ जी, धन्यवाद | ठीक है | haan | haan ji | theek hai, dhanyavad',
		no: 'नहीं | जी नहीं | नहीं, धन्यवाद | nahi | nahi, shukriya',
		choices: ['सुबह', 'दोपहर', 'शाम'],
		second: 'दोपहर | दोपहर को | कृपया दोपहर',
	},
	Indonesian: {
		yes: 'ya | Ya, terima kasih | iya | iya kak | boleh | oke, makasih | setuju | ya, tolong',
		no: 'tidak | Tidak, terima kasih | gak | nggak, makasih | maaf, tidak',
		choices: ['Pagi', 'Siang', 'Malam'],
		second: 'Siang | yang siang, tolong | siang pak',
	},
};
