import type { Language } from './language';

/** With the spellings of chats; the Malay "tak" is a negation. */
export const indonesian: Language = {
	name: 'Indonesian',
	phrases: {
		agrees: `
			ya, iya, iyaa, iyah, ya ya, yoi, oke, okee, okeh, siap, ok siap, boleh, silakan, silahkan, setuju, saya
			setuju, kami setuju, betul, benar, tentu, tentu saja, tentu boleh, baik, baiklah, lanjut, lanjutkan,
			pasti, kirim saja, kirimkan, silakan kirim, jadi, bisa, bisa kak, datang saja, datang aja, silakan datang,
			ditunggu, kami tunggu, sip, mantap, cocok, sepakat, dengan senang hati, konfirmasi, saya konfirmasi, saya
			terima, bersedia, saya bersedia, disetujui
		`,
		no: `
			tidak terima kasih, tidak makasih, tidak bisa, tdk bisa, nggak bisa, ngga bisa, gak bisa, ga bisa, enggak
			bisa, tidak setuju, gak setuju, nggak setuju, tidak mau, nggak mau, gak mau, ga mau, tidak jadi, nggak
			jadi, ngga jadi, gak jadi, ga jadi, tidak boleh, gak boleh, nggak boleh, ga boleh, tak boleh, tak nak, tak
			mau, tak bisa, tidak usah, nggak usah, gak usah, ga usah, tidak perlu, gak perlu, ga perlu, nggak perlu,
			nggak dulu, gak dulu, ga dulu, tidak dulu, jangan dulu, jangan dikirim, jangan kirim, jangan datang, tidak
			tertarik, tidak cocok, gak cocok, tidak sekarang, tidak hari ini, sama sekali tidak, tentu tidak, tidak
			pernah, menolak, saya menolak, ditolak, tolak, tidak benar, tidak betul, tidak jadi ya, jangan ya, gak
			jadi ya, ga jadi ya, tidak ya
		`,
		declines: `
			tidak, tdk, nggak, ngga, enggak, engga, gak, ndak, jangan, jgn, batal, batalkan, dibatalkan
		`,
		filler: `
			terima kasih, terimakasih, makasih, makasi, trims, tks, tolong, mohon, halo, selamat pagi, selamat siang,
			selamat sore, selamat malam, sampai jumpa, sampai besok, besok, hari ini, saya, aku, kami, kita, anda,
			kak, kakak, pak, bapak, bu, ibu, mas, mbak, bang, bro, gan, sekali, banget, dong, deh, sih, maaf, mohon
			maaf, itu, ini, untuk, untuk saya
		`,
		objection: `
			tak, bukan, belum, tanpa, hanya, cuma, saja, aja, kecuali, selain, nanti, nanti saja, setelah, sesudah,
			sebelum, dulu, lebih baik, lain, ganti, ubah, salah, keliru, kemarin, sudah, sibuk, hampir, tunda, ditunda
		`,
		doubt: `
			tapi, tetapi, namun, mungkin, barangkali, bisa jadi, tidak apa apa, tidak apa, tak apa, tak apa apa, gak
			apa apa, nggak apa apa, ga apa apa, gapapa, gpp, ngga papa, nggak papa, gak papa, tidak masalah, gak
			masalah, nggak masalah, ga masalah, tak masalah, tidak ada masalah, tidak keberatan, gak keberatan, belum
			tahu, belum tau, tidak tahu, tidak tau, gak tahu, gak tau, ga tau, nggak tau, nggak tahu, entah, entahlah,
			tidak yakin, gak yakin, kenapa tidak, kenapa enggak, mengapa tidak, siapa, siapa ini, apa, apakah,
			maksudnya, kapan, jam berapa, berapa, bagaimana, gimana, mengapa, kenapa, dimana, di mana, yang mana,
			kalau, kalo, jika, bila, asal, asalkan, atau, tunggu, sebentar, lihat nanti, lihat dulu, kabari, nanti
			saya kabari, tanya, tanya dulu, boleh tanya, pikir, pikir pikir, terserah, tergantung, semoga, kayaknya,
			sepertinya, kira kira, mungkin saja, ya gak, iya gak, ya gak ya, iya gak ya, ya kan, masa
		`,
	},
	inReplyToIt: { declines: 'ga' },
	shortForms: { agrees: 'y', declines: 't' },
	marks: `
		apakah kami kita anda saya boleh bisa dapat besok hari ini jam untuk dengan yang dan atau di ke dari tolong
		mohon silakan balas jawab pesanan ya tidak akan sudah pak bu kak
	`,
	askingFor: 'balas, balas dengan, jawab, jawab dengan, ketik',
	numberNouns: 'nomor nomer pilihan opsi',
	choosingWords: 'saya pilih mau yang ambil',
	numbers: `
		satu pertama, dua kedua, tiga ketiga, empat keempat, lima kelima, enam keenam, tujuh ketujuh, delapan
		kedelapan, sembilan kesembilan, sepuluh kesepuluh
	`,
};
