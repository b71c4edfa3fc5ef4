import type { Language } from './language';

export const portuguese: Language = {
	name: 'Portuguese',
	accented: 'já',
	phrases: {
		yes: 'sim, claro que sim, eu aprovo',
		agrees: `
			claro, pode, pode ser, pode sim, pode vir, podem vir, pode enviar, pode mandar, podem enviar, certo, certamente,
			combinado, fechado, beleza, blz, ta, ta bom, ta bem, ta certo, ta otimo, esta bem, esta bom, esta certo,
			tudo bem, tudo certo, tudo bom, de acordo, acordo, perfeito, otimo, excelente, maravilha, show, legal, joia,
			bora, isso, isso mesmo, exato, exatamente, correto, aceito, aprovar, confirmar, faca, faca isso, manda, mande,
			envia, envie, prossiga, siga, avante, com prazer, com todo prazer, por mim tudo bem, serve, da certo,
			estarei la, estaremos la, ate amanha, vou estar la, aprovado, aprovada, confirmado, confirmada, confirmo,
			eu confirmo, concordo, aprovo, com certeza, por mim ok, pode vir sim, parece bem, fica bem, boa ideia,
			estou de acordo, estarei em casa, esta combinado, esta confirmado, marcado, positivo, quero, quero sim,
			aceito sim, posso, posso sim, vou sim, pode confirmar, esta otimo
		`,
		no: `
			nao, nao obrigado, nao obrigada, agora nao, hoje nao, amanha nao, infelizmente nao, claro que nao,
			com certeza nao, de jeito nenhum, de maneira nenhuma, de forma alguma, de modo algum, nao posso, nao podemos,
			nao quero, nao da, nao vai dar, nao aprovo, nao concordo, nao aceito, nunca, jamais, recuso, rejeitado,
			rejeitada, recusado, recusada, melhor nao, prefiro nao, nem pensar, impossivel, nao vou, nao vou poder,
			nao da pra mim, nao envie, nao envia, nao mande, nao pode, nao e possivel, nao tenho interesse,
			nao me interessa, nem em sonhos
		`,
		declines: 'cancelar, cancela, cancele, rejeitar, recusar, pare, negar, negado',
		filler: `
			por favor, pf, pfv, pfvr, obrigado, obrigada, muito obrigado, muito obrigada, obg, brigado, valeu, ola, oi,
			bom dia, boa tarde, boa noite, tchau, ate logo, ate mais, ate ja, abraco, abracos, desculpe, desculpa,
			sinto muito, lamento, perdao, infelizmente, entao, ah, oh, bem, muito, e, o, a, os, as, um, uma, eu, nos, voce,
			voces, me, mim, para, pra, por, isso, e isso, com, aqui, ai, la, tambem, senhor, senhora, amanha, hoje, querida,
			querido
		`,
		objection: `
			nao, nem, nunca, jamais, nada, ninguem, nenhum, nenhuma, sem, tampouco, exceto, salvo, menos, so, somente,
			apenas, depois, antes, mais tarde, logo mais, primeiro, em vez, melhor, prefiro, outro, outra, mudar, muda,
			mude, trocar, remarcar, adiar, enganado, engano, errado, quase, ontem, já, recebido, recebi, preciso, ajuda
		`,
		doubt: `
			sem problema, sem problemas, nenhum problema, nao tem problema, nao ha problema, nao faz mal, sem duvida,
			por que nao, porque nao, nao sei, nao tenho certeza, ainda nao, nao importa, nao entendi, nao entendo, mas,
			porem, contudo, todavia, embora, entretanto, se, caso, desde que, contanto, a menos, a nao ser, quando, ate que,
			espera, espere, aguarde, aguarda, um momento, momento, calma, talvez, quem sabe, possivelmente, provavelmente,
			acho, acho que, creio, suponho, depende, ou, quem, qual, como, onde, quanto, quanta, que e isso, o que,
			deixa eu, deixe me, vou ver, vou verificar, verificar, te aviso, aviso, pergunto, perguntar, duvido, diga,
			no caso, em caso, condicao, na condicao, com a condicao, sob condicao, enquanto, supondo, a menos que,
			vamos ver, vou pensar, logo que, assim que, mesmo que, ainda que, ver, olhar, pensar, penso, decidir, conversar,
			deixa
		`,
	},
	shortForms: { agrees: 's', declines: 'n' },
	marks: `
		nós você vocês seu sua seus suas o a os as um uma é são e ou não podemos pode posso quer amanhã hoje às para com por este esta responda confirma confirmar sim favor que
	`,
	askingFor: `
		responda, responda com, envie, digite, escreva
	`,
	numberNouns: 'opcao escolha numero',
	choosingWords: 'queria prefiro escolho fico o os as um uma na em',
	numbers: `
		primeiro primeira, dois segundo segunda duas, tres terceiro terceira, quatro quarto quarta, cinco quinto
		quinta, seis sexto sexta, sete setimo setima, oito oitavo oitava, nove nono nona, dez decimo decima
	`,
};
