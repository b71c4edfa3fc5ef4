import type { Language } from './language';

export const spanish: Language = {
	name: 'Spanish',
	accented: 'sí',
	phrases: {
		yes: `
			sí, claro que si, por supuesto que si, si claro, si por favor, si gracias, apruebo, si perfecto, si vale,
			si de acuerdo, si ok, ok si, si confirmo, si apruebo, si senor, si senora
		`,
		yesOrIf: 'si, sii',
		agrees: `
			claro, claro si, por supuesto, desde luego, vale, dale, de acuerdo, acuerdo, ok vale, venga, bien, muy bien,
			esta bien, perfecto, perfecta, genial, estupendo, excelente, correcto, exacto, adelante, hazlo, hagalo, envialo,
			envielo, mandalo, mandelo, procede, proceda, aprobar, confirmar, acepto, aceptado, con gusto, con mucho gusto,
			encantado, encantada, sin duda alguna, me parece bien, me parece perfecto, me va bien, nos va bien,
			me viene bien, todo bien, listo, cuenta conmigo, ya, sip, sep, ahi estare, alli estare, ahi estaremos,
			alli estaremos, os espero, los espero, bueno, aprobado, aprobada, confirmo, confirmado, confirmada,
			me viene genial, suena bien, me encantaria, estare en casa, estaremos en casa, estare, estaremos, hecho,
			trato hecho, va, vamos, puede enviarlo, puede venir, pueden pasar, puede pasar, pueden, puede, te espero,
			aqui estare, me va genial, me parece, buena idea, que si, estoy de acuerdo, estamos de acuerdo
		`,
		no: `
			no gracias, claro que no, por supuesto que no, desde luego que no, no puedo, no podemos, mejor no, ahora no,
			hoy no, manana no, todavia no quiero, de ninguna manera, de ningun modo, ni hablar, para nada, en absoluto,
			lamentablemente no, desgraciadamente no, por desgracia no, rechazo, rechazado, rechazada, me niego, no quiero,
			no acepto, no apruebo, nunca, jamas, imposible, nop, no va a poder ser, no va a ser posible, no es posible,
			no me viene bien, no me va bien, no estoy de acuerdo, no estoy, no estare, no lo envies, no lo envie, no enviar,
			no me interesa, no estoy interesado, no estoy interesada, no hace falta, que va
		`,
		declines: 'rechazar, cancelar, cancela, cancele, cancelalo, cancelado, anular, anula, detener',
		filler: `
			por favor, porfa, gracias, muchas gracias, mil gracias, hola, buenos dias, buenas tardes, buenas noches, buenas,
			adios, hasta manana, hasta luego, nos vemos, nos vemos manana, saludos, un saludo, lo siento, lo lamento,
			disculpa, disculpe, perdon, perdona, perdone, pues, oh, ay, que, es, lo, el, la, los, las, un, una, me, nos, te,
			le, yo, tu, usted, mi, muy, todo, a, para mi, para nosotros, con, en, esta, este, eso, esto, senor, senora,
			manana, hoy, entonces, ahi, alli, aqui, tambien, feliz dia, buen dia, amigo, amiga
		`,
		objection: `
			no, ni, nunca, jamas, tampoco, nada, nadie, ningun, ninguno, ninguna, sin, non, salvo, excepto, menos, solo,
			solamente, unicamente, despues, antes, luego, mas tarde, mas adelante, mejor, prefiero, en vez, en lugar, otro,
			otra, cambiar, cambia, cambie, equivocado, equivocada, equivoque, error, recibido, necesito, ayuda, ayer
		`,
		doubt: `
			no hay problema, ningun problema, sin problema, sin problemas, no pasa nada, por que no, porque no, no se,
			no lo se, no estoy seguro, no estoy segura, todavia no, aun no, no importa, no entiendo, pero, aunque, a menos,
			siempre que, siempre y cuando, con tal, cuando, hasta que, espera, espere, esperen, un momento, momento,
			momentito, quiza, quizas, tal vez, a lo mejor, puede ser, puede que, posiblemente, probablemente, creo,
			creo que, supongo, depende, segun, o, quien, cual, como, donde, cuanto, cuanta, que es, que es esto, quien es,
			dejame, dejeme, deja que, te aviso, le aviso, le digo, te digo, consulto, consultar, preguntar, pregunta,
			pregunto, verificar, revisar, reviso, dudo, duda, casi, jaja claro, sin duda, digame, dime, informacion,
			a que hora, en caso, en caso de, condicion, con la condicion, bajo la condicion, con tal que, mientras,
			a condicion, ya vere, ya veremos, veremos, voy a ver, suponiendo, en cuanto, a ver, ver, pensar, pensarlo,
			pienso, consultarlo, averiguar, mirar, miro
		`,
	},
	shortForms: { agrees: 's', declines: 'n' },
	marks: `
		nosotros usted ustedes su sus tu el la los las un una es son y o podemos puede puedes quiere quieres mañana hoy para con por este esta responda responde confirma confirmar sí no favor que le
	`,
	askingFor: `
		responda, responda con, responde, responde con, envíe, envía, escriba, escribe, conteste
	`,
	numberNouns: 'opcion numero',
	choosingWords: 'quiero quisiera prefiero elijo escojo tomo el la los las lo al del de a para con',
	numbers: `
		uno primero primera primer, dos segundo segunda, tres tercero tercera tercer, cuatro cuarto cuarta,
		cinco quinto quinta, seis sexto sexta, siete septimo septima, ocho octavo octava, nueve noveno novena,
		diez decimo decima
	`,
};
