import type { Language } from './language';

/** A yes agrees only where all the rest is known, since endings negate and set conditions. */
export const turkish: Language = {
	name: 'Turkish',
	phrases: {
		agrees: `
			evet, evt, evet evet, tamam, tmm, tamamdır, tamam olur, olur, tabii, tabi, tabii ki, tabi ki, tabiki,
			elbette, elbet, onaylıyorum, onaylıyoruz, onaylandı, onay, kabul, kabul ediyorum, kabul ediyoruz, kabulüm,
			uygundur, uygun, bana uygun, bize uygun, peki, gönderin, gönder, gelin, gelebilirsiniz, buyurun, buyrun,
			aynen, aynen öyle, hay hay, kesinlikle, kesinlikle evet, memnuniyetle, doğru, güzel, çok güzel, harika,
			iyi olur, çok iyi olur, anlaştık, süper, mükemmel, bekliyoruz, bekleriz, katılıyorum, müsaidim, müsaitiz,
			yapın
		`,
		no: `
			hayır, hyr, hayır hayır, kesinlikle hayır, maalesef hayır, tabii ki hayır, tabi ki hayır, olmaz,
			kesinlikle olmaz, olmaz maalesef, istemiyorum, istemiyoruz, istemem, kabul etmiyorum, kabul etmiyoruz,
			kabul etmem, onaylamıyorum, onaylamıyoruz, reddediyorum, reddedildi, asla, uygun değil, uygun değiliz,
			uygun değilim, bana uygun değil, müsait değilim, müsait değiliz, tamam değil, doğru değil, gelmeyin,
			gelme, gelmenizi istemiyorum, göndermeyin, gönderme, yapmayın, yapma, mümkün değil, imkansız,
			katılmıyorum, yok sağol, yok sağolun, yok teşekkürler, gerek yok, lüzum yok, kalsın, vazgeçtim
		`,
		declines: 'yok, iptal, iptal edin, iptal et, iptal edelim',
		filler: `
			lütfen, teşekkürler, teşekkür ederim, teşekkür ederiz, teşekkür, sağol, sağolun, sağ ol, sağ olun,
			merhaba, selam, günaydın, iyi günler, iyi akşamlar, iyi geceler, rica ederim, efendim, hocam, abi, canım,
			yarın, bugün, ben, biz, bana, bize, benim için, bizim için, için, çok, maalesef, üzgünüm, kusura bakmayın,
			o zaman, görüşürüz, size, bey, hanım
		`,
		objection: `
			değil, değilim, değiliz, hiç, olmasın, etmeyin, başka, farklı, sadece, yalnız, yalnızca, hariç, dışında,
			sonra, daha sonra, önce, yerine, değiştir, değiştirin, yanlış, ertele, erteleyin, henüz, dün, kadar,
			neredeyse, ne de
		`,
		doubt: `
			ama, fakat, ancak, lakin, belki, eğer, şayet, ise, olursa, bilmiyorum, bilmem, emin değilim, fark etmez,
			farketmez, sorun değil, sorun yok, problem değil, problem yok, önemli değil, sıkıntı yok, neden olmasın,
			niye olmasın, olabilir, galiba, sanırım, herhalde, muhtemelen, bakarız, bakalım, haber veririm, haber
			vereceğim, kim, kim bu, kimsiniz, siz kimsiniz, ne olur, ne zaman, ne demek, ne var, neden, niye, niçin,
			nasıl, nerede, hangi, kaç, kaçta, saat kaçta, mu, mü, tamam mı, evet mi, hayır mı, değil mi, var mı, öyle
			mi, olur mu, uygun mu, bekleyin, bekle, bir dakika, dakika, bir saniye, sorayım, soracağım, düşüneyim,
			düşüneceğim, bağlı, duruma göre, göre, acaba, veya, yahut, umarım, şaka, yok artık, yok canım
		`,
	},
	inReplyToIt: { declines: 'ret, red', doubt: 'mi, mı, ne, ya da, ya, da, de' },
	shortForms: { agrees: 'e', declines: 'h' },
	marks: `
		bir ve ile için mi mı mu mü misiniz mısınız miyiz mıyız musunuz muyuz yarın bugün saat siz biz size bize
		lütfen yanıtlayın cevap evet hayır veya bu şu olarak onaylıyor istiyor gelebilir siparişiniz randevu
		randevunuz olur
	`,
	askingFor: 'yanıt olarak, yazın, gönderin',
	numberNouns: 'numara seçenek',
	choosingWords: 'istiyorum seçiyorum olsun',
	numbers: `
		bir birinci, iki ikinci, üç üçüncü, dört dördüncü, beş beşinci, altı altıncı, yedi yedinci, sekiz sekizinci,
		dokuz dokuzuncu, on onuncu
	`,
};
