import type { Replies } from './catalogue';

/**
 * Replies in more languages, written before any word of these languages was known to the nodes. As in the catalogue, what
 * agrees by a negation is unclear.
 */
export const MORE_LANGUAGES: Record<string, Replies> = {
	Hindi: {
		yes: `
			हाँ
			हां
			हाँ जी
			जी हाँ
			जी
			ठीक है
			बिल्कुल
			हाँ, आ जाइए
			ज़रूर
			haan
			Haan ji
			han
			ha ji
			theek hai
			thik hai
			Thik h
			ji haan
			ok ji
			bilkul
			zaroor aaiye
			haan bhai
			ji bilkul 👍
			हाँ, भेज दो
			haan bhej do
			sahi hai
			kar do
			हाँ, कल आ सकते हैं
			haan kal aa jao
		`,
		no: `
			नहीं
			नही
			जी नहीं
			नहीं, धन्यवाद
			मत आइए
			nahi
			nahin
			nhi
			ji nahi
			nahi chahiye
			mat karo
			bilkul nahi
			नहीं आ सकते
			nahi yaar
			ना
			ठीक नहीं है
			कभी नहीं
			kal nahi
			nahi bhai
			abhi nahi
			theek nahi hai
			haan mat bolna, nahi
		`,
		unclear: `
			हाँ, लेकिन कल नहीं
			haan lekin aaj nahi
			शायद
			shayad
			pata nahi
			पता नहीं
			koi baat nahi
			कोई बात नहीं
			koi problem nahi
			कोई दिक्कत नहीं
			कौन?
			kaun ho aap
			kya?
			कल देखते हैं
			dekhte hain
			baad mein batata hoon
			haan ya nahi?
			haan agar barish na ho
			soch ke batata hu
			kab aaoge
			haan nahi
			क्यों नहीं
			haan par shaam ko
			ruko
			हाँ या नहीं
		`,
		optOut: `
			STOP
			बंद करो
		`,
	},
	Indonesian: {
		yes: `
			ya
			Ya, silakan
			iya
			iya boleh
			iyaa
			oke
			ok siap
			siap
			Siap kak
			boleh
			Boleh, silakan
			setuju
			ya, saya setuju
			betul
			tentu
			baik
			baik kak, terima kasih
			silakan
			lanjut
			ya benar
			Yup boleh
			pasti
			kirim saja
			iya jadi
			ya besok bisa
			bisa kak
		`,
		no: `
			tidak
			tdk
			Tidak, terima kasih
			nggak
			gak
			ga
			enggak
			gak usah
			tidak usah
			jangan
			jangan dikirim
			tidak bisa
			ga bisa kak
			nggak dulu
			tidak setuju
			maaf tidak bisa
			ngga jadi
			batal
			tidak mau
			ga jadi
			Tidak, besok kami pergi
			jangan besok
		`,
		unclear: `
			ya, tapi jangan besok
			iya tapi nanti ya
			mungkin
			tidak apa-apa
			gak apa-apa
			gapapa
			tidak masalah
			gak masalah
			belum tahu
			tidak tahu
			gak tau
			nanti saya kabari
			siapa ini
			maksudnya?
			kapan
			ya atau tidak?
			ya kalau tidak hujan
			lihat nanti
			belum
			iya gak ya
			boleh tanya dulu
			terserah
			ya bukan
			tunggu sebentar
			bisa jadi
			kenapa tidak
		`,
		optOut: `
			STOP
			berhenti
		`,
	},
	Turkish: {
		yes: `
			evet
			Evet, lütfen
			EVET
			evt
			tamam
			Tamam, teşekkürler
			tamamdır
			tmm
			olur
			Olur, gelin
			tabii
			tabi ki
			elbette
			onaylıyorum
			Onaylandı
			kabul ediyorum
			uygundur
			uygun
			peki
			evet uygun
			gönderin
			evet gelebilirsiniz
			aynen
			hay hay
			TABİİ Kİ
		`,
		no: `
			hayır
			HAYIR
			hayir
			Hayır, teşekkürler
			yok
			yok sağol
			olmaz
			kesinlikle hayır
			istemiyorum
			iptal
			iptal edin
			gelmeyin
			onaylamıyorum
			reddediyorum
			asla
			uygun değil
			hayır olmaz
			yarın olmaz
			maalesef hayır
			Müsait değilim
			kabul etmiyorum
			tamam değil
			İSTEMİYORUM
		`,
		unclear: `
			evet ama yarın değil
			belki
			ne olur
			bilmiyorum
			fark etmez
			sorun değil
			sorun yok
			neden olmasın
			kim bu
			siz kimsiniz?
			tamam mı
			olur mu
			bakarız
			haber veririm
			evet, yağmur yağmazsa
			ne zaman
			bekleyin
			bir dakika
			emin değilim
			önce eşime sorayım
			evet hayır
			daha sonra
			olabilir
			ne demek
			tamam ama saat 5
		`,
		optOut: `
			STOP
			durdur
		`,
	},
	Polish: {
		yes: `
			tak
			Tak, proszę
			TAK
			tak tak
			Oczywiście
			jasne
			pewnie
			zgoda
			zgadzam się
			dobrze
			ok dobra
			dobra
			w porządku
			potwierdzam
			zatwierdzam
			akceptuję
			no tak
			no pewnie
			Tak, zapraszam
			pasuje
			może być
			super
			tak jest
			wyślij
			spoko
			Tak, jutro pasuje
		`,
		no: `
			nie
			Nie, dziękuję
			NIE
			nie zgadzam się
			niestety nie
			nie mogę
			nie pasuje
			jutro nie
			Nie, jutro mnie nie ma
			odmawiam
			rezygnuję
			raczej nie
			absolutnie nie
			nie wysyłaj
			proszę nie przychodzić
			nigdy
			w żadnym wypadku
			anuluj
			nie chcę
			nie ma mowy
			nie akceptuję
			nie teraz
			no nie
		`,
		unclear: `
			tak, ale nie jutro
			tak ale później
			może
			chyba tak
			nie wiem
			nie ma problemu
			nie ma sprawy
			czemu nie
			nie jestem pewien
			kto to?
			kto pisze
			o co chodzi
			zobaczę
			dam znać
			jeśli nie będzie padać
			tak czy nie?
			tak i nie
			a o której
			zależy
			proszę czekać
			nie szkodzi
			tak, jeśli Jan się zgodzi
			jeszcze nie
			no
			dlaczego nie
		`,
		optOut: `
			STOP
			wypisz mnie
		`,
	},
	Russian: {
		yes: `
			да
			Да, конечно
			ДА!
			да, пожалуйста
			ага
			угу
			хорошо
			ок
			окей
			ладно
			согласен
			согласна
			конечно
			подтверждаю
			можно
			да, можно
			давайте
			отлично
			приходите
			договорились
			одобряю
			да да
			да, всё верно
			отправляйте
			Да, завтра удобно
		`,
		no: `
			нет
			Нет, спасибо
			неа
			не надо
			не нужно
			нельзя
			ни в коем случае
			не согласен
			отказываюсь
			к сожалению, нет
			не могу
			завтра не могу
			нет, завтра меня не будет
			никогда
			отмена
			не отправляйте
			не подходит
			против
			не хочу
			нет, не надо
			лучше не надо
			не приходите
			конечно нет
		`,
		unclear: `
			да нет
			да, но не завтра
			да нет, наверное
			может быть
			наверное
			не знаю
			не против
			без проблем
			нет проблем
			ничего страшного
			кто это?
			а вы кто
			посмотрим
			позже отвечу
			если не будет дождя
			почему нет
			почему бы и нет
			да?
			во сколько
			подождите
			не уверен
			да или нет
			спрошу у жены
			да, если успею
			ну да конечно, щас
		`,
		optOut: `
			СТОП
			отписаться
		`,
	},
	Arabic: {
		yes: `
			نعم
			نعم، شكرا
			نعممم
			ايوه
			أيوة
			ايوا
			اي نعم
			تمام
			حاضر
			موافق
			أوافق
			طيب
			ماشي
			أكيد
			اكيد تفضلوا
			بالتأكيد
			طبعا
			اوكي
			اوك
			تفضلوا
			أجل
			صح
			نَعَمْ
			نعم موافق
			نعـــم
			موافقة
		`,
		no: `
			لا
			لا شكرا
			لأ
			كلا
			لا أوافق
			مش موافق
			غير موافق
			لا أستطيع
			ما أقدر
			مو موافق
			لا، غدا لست في البيت
			مستحيل
			أرفض
			ابدا
			لا لا
			مش ممكن
			لا تأتوا
			الغاء
			للأسف لا
			ما ابي
			لا مش مناسب
			مابدي
			طبعا لا
		`,
		unclear: `
			نعم لكن ليس غدا
			نعم بس مو بكرة
			ربما
			يمكن
			لا مشكلة
			ما في مشكلة
			مافي مانع
			لا بأس
			ما اعرف
			لا أعلم
			من أنت؟
			مين معي
			متى
			ليش لا
			إن شاء الله
			ان شاء الله
			لست متأكدا
			بشوف وارد عليك
			اذا ما مطرت
			نعم ولا
			نعم أم لا؟
			انتظر
			بعدين
			لحظة
			لا مانع
		`,
		optOut: `
			STOP
			توقف
		`,
	},
	Swedish: {
		yes: `
			Ja
			ja tack
			Japp
			jajamän
			Absolut
			Visst
			visst, kom
			okej
			Okej, tack
			Det går bra
			det funkar
			Gärna
			Självklart
			javisst
			Ja, gärna
			Bra
			perfekt
			Godkänt
			jag godkänner
			Ja, det passar
			toppen
			Ja, välkomna
			såklart
			ja imorgon går bra
		`,
		no: `
			Nej
			nej tack
			NEJ
			nix
			nä
			Nej, tyvärr
			Tyvärr inte
			inte idag
			Det går inte
			Jag kan inte
			kan inte imorgon
			Absolut inte
			aldrig
			Nej, vi är bortresta
			avböjer
			helst inte
			passar inte
			Nej, skicka inte
			Avboka
			inte intresserad
			nej det passar inte
		`,
		unclear: `
			ja, men inte imorgon
			kanske
			vet inte
			jag vet inte
			inga problem
			ingen fara
			det gör inget
			varför inte
			vem är det?
			vem är du
			ja om det inte regnar
			vi får se
			jag återkommer
			senare
			hur dags
			ja och nej
			ja eller nej
			inte än
			tror det
			ja, fast efter fem
			vänta
			tack
			beror på
			jag ska fråga min man
			nja
		`,
		optOut: `
			STOPP
			stop
		`,
	},
	Danish: {
		yes: `
			Ja
			ja tak
			Jep
			Ja, selvfølgelig
			selvfølgelig
			klart
			okay
			Ok, tak
			Det er fint
			fint
			fint med mig
			Det er i orden
			Gerne
			meget gerne
			helt sikkert
			Godkendt
			jeg godkender
			perfekt
			Ja, det passer fint
			super
			det kan I godt
			Ja, kom bare
			ja i morgen er fint
		`,
		no: `
			Nej
			nej tak
			Næ
			nej desværre
			desværre ikke
			ikke i dag
			Det går ikke
			jeg kan ikke
			Kan ikke i morgen
			overhovedet ikke
			aldrig
			Nej, vi er på ferie
			helst ikke
			det passer ikke
			afvist
			send det ikke
			Aflys
			ikke interesseret
			nej det dur ikke
			absolut ikke
		`,
		unclear: `
			ja, men ikke i morgen
			måske
			ved ikke
			det ved jeg ikke
			intet problem
			ikke noget problem
			det gør ikke noget
			hvorfor ikke
			hvem er det?
			hvem er du
			ja hvis det ikke regner
			vi får se
			jeg vender tilbage
			senere
			hvad tid
			ja og nej
			ikke endnu
			det tror jeg
			ja, dog først kl 5
			vent
			tak
			kommer an på
			jeg spørger lige min mand
			Tja
			ja eller nej
		`,
		optOut: `
			STOP
			afmeld
		`,
	},
	Norwegian: {
		yes: `
			Ja
			ja takk
			Jepp
			Ja, selvfølgelig
			selvsagt
			klart det
			ok
			greit
			Det er greit
			helt greit
			Det går bra
			Gjerne
			veldig gjerne
			Absolutt
			Godkjent
			jeg godkjenner
			perfekt
			Ja, det passer fint
			flott
			den er grei
			Ja, bare kom
			topp
			ja i morgen går fint
		`,
		no: `
			Nei
			nei takk
			NEI
			Nei, dessverre
			dessverre ikke
			ikke i dag
			Det går ikke
			jeg kan ikke
			Kan ikke i morgen
			absolutt ikke
			aldri
			Nei, vi er på ferie
			helst ikke
			passer ikke
			avslått
			ikke send det
			Avlys
			ikke interessert
			niks
			Nei, det funker ikke
		`,
		unclear: `
			ja, men ikke i morgen
			kanskje
			vet ikke
			jeg vet ikke
			ikke noe problem
			det gjør ingenting
			hvorfor ikke
			hvem er det?
			hvem er du
			ja hvis det ikke regner
			vi får se
			kommer tilbake til det
			senere
			når da
			ja og nei
			ikke ennå
			tror det
			ja, men først etter fem
			vent litt
			takk
			kommer an på
			skal spørre mannen min
			tja
			jo
			ja eller nei
		`,
		optOut: `
			STOPP
			avmeld
		`,
	},
};

/**
 * Written afterwards to measure the words, which were then extended by what they had not known: of these 333 replies 284 were
 * right at first, 36 unclear and 13 wrong, 9 of which approved.
 */
export const MORE_LANGUAGES_LATER: Record<string, Replies> = {
	Hindi: {
		yes: `
			haan ji zaroor
			हाँ ठीक है, आ जाओ
			thik hai bhaiya
			ji theek hai, dhanyawad
			Haan bilkul aaiye
			हाँ मंज़ूर है
			ok thik hai
			हाँ जी भेज दीजिए
			haan ok hai
			bilkul theek hai
			जी ज़रूर आइए
		`,
		no: `
			nahi, kal main ghar pe nahi hoon
			नहीं, कल समय नहीं है
			abhi nahi yaar
			mat aana kal
			नहीं भाई रहने दो
			bilkul mat bhejo
			nahi nahi
			nahi bhaiya mat aao
			जी नहीं मत भेजिए
			nahi ho payega kal
		`,
		unclear: `
			haan bolun ya na
			haan magar 5 baje ke baad
			theek hai lekin pehle call karo
			हाँ अगर पापा मान गए
			sure nahi hoon
			kal nahi parso aaiye
			dekhta hoon
			mujhe kya pata
			हाँ तो बोला था मैंने मना किया है
			ठीक है पर पैसे नहीं दूँगा
			haan dekhta hu
			ठीक ही है
			theek hai soch lo
			haan par
			ji kaun bol raha hai
			हाँ शायद
			nahi to
		`,
	},
	Indonesian: {
		yes: `
			iya kak boleh banget
			Ok, saya setuju
			ya betul, silakan datang
			baik, ditunggu
			boleh pak terima kasih
			siap, terima kasih
			iya bisa
			ya kak, ditunggu
			oke boleh banget kak
			setuju, lanjutkan
		`,
		no: `
			maaf kak ga bisa
			tidak jadi ya
			Gak mau
			jangan dulu deh
			tidak, saya sibuk
			nggak, makasih
			tolong dibatalkan
			nggak ah
			jangan ya kak
			tidak usah repot repot
		`,
		unclear: `
			ya kalau sempat
			boleh tapi sore aja
			iya, tapi tidak besok
			mungkin bisa
			kayaknya ga bisa
			ya ampun, siapa ini
			bisa ganti hari
			ya sudahlah jangan
			belum bisa jawab
			iya nanti saya pikirkan dulu
			ya udah deh
			iya kah
			oke tapi cod
			ya mungkin besok
			siapa bilang iya
			bukan tidak mau
			boleh juga tidak
		`,
	},
	Turkish: {
		yes: `
			Evet olur teşekkürler
			tamam uygundur
			tabii buyurun
			olur tabi
			evet onaylıyorum
			tamamdır, iyi günler
			peki tamam
			Evet, bekliyoruz
			olur gelin lütfen
			tamam kabul
		`,
		no: `
			hayır istemiyoruz
			yok olmaz
			maalesef müsait değiliz
			iptal edelim
			onaylamıyorum hayır
			hayır yarın evde yokuz
			gelmenizi istemiyorum
			hayır gelmeyin lütfen
			olmaz kusura bakmayın
			istemiyoruz teşekkürler
		`,
		unclear: `
			evet gelmeyin
			evet ama öğleden sonra
			tamam değilse haber verin
			olur mu bilmem
			tamam, eşim kabul ederse
			evet demedim
			belki olur
			şu an cevap veremem
			olmazsa olmaz
			evet mi desem
			evet ya
			tamam da
			olur olmaz
			hayır olabilir
			tamam ama önce fiyat
			peki ya yağmur
			kabul etmeyeceğim tabii
		`,
	},
	Polish: {
		yes: `
			Tak, oczywiście, zapraszamy
			tak, zgadzam się
			jasne, do zobaczenia
			dobrze, dziękuję
			ok, pasuje
			tak, potwierdzam
			no jasne że tak
			tak, zapraszam jutro
			oczywiście, zgoda
			super, pasuje mi
		`,
		no: `
			Nie, jutro pracuję
			niestety nie mogę jutro
			nie, dzięki
			absolutnie się nie zgadzam
			proszę anulować
			nie życzę sobie
			odmawiam zgody
			nie, nie zgadzam się
			raczej nie, przepraszam
			nie pasuje mi jutro
		`,
		unclear: `
			tak, o ile nie będzie padać
			nie widzę przeszkód
			raczej tak
			tak, tylko nie jutro
			nie tak szybko
			może jutro
			tak się składa, że nie
			nie mówię nie
			zgoda, ale po 15
			nie mam zdania
			tak tylko pytam
			zgoda buduje
			pewnie nie zdążę
			tak, jak żona pozwoli
			dobrze by było
			no nie wiem
			nie ma sprawy, tak
		`,
	},
	Russian: {
		yes: `
			Да, всё хорошо, приходите
			да, согласна
			хорошо, спасибо
			ок, договорились
			конечно, давайте
			да, подтверждаю
			да пожалуйста
			да, хорошо, спасибо
			конечно, приходите
			ок, согласен
		`,
		no: `
			Нет, я занята
			нет, не приходите завтра
			к сожалению, завтра не могу
			не надо ничего отправлять
			нет уж, спасибо
			мне не подходит
			я не согласен
			нет, извините
			нет, мы против
			не сможем завтра
		`,
		unclear: `
			да, но после пяти
			да не надо
			да как хотите
			не знаю, наверное да
			да, если дождя не будет
			давайте не завтра
			скорее да, чем нет
			да ладно
			не вижу проблем
			да я уже отказался
			да кто вы такие
			да хоть сейчас
			хорошо бы
			да бросьте
			ладно, подумаю
			нет возражений
			да, как только заплатите
		`,
	},
	Arabic: {
		yes: `
			نعم تفضلوا أهلا وسهلا
			تمام شكرا
			طيب موافق
			اي اكيد
			ايوه تمام
			موافق إن شاء الله تمام
			حسنا، شكرا لكم
			ايوه اكيد
			نعم تمام شكرا
			تمام اتفقنا
		`,
		no: `
			لا شكرا ما ابي
			لا والله ما اقدر
			للأسف لا أستطيع
			لا تجون بكرة
			غير مناسب لي
			لا، أنا مشغول
			ما بدي شكرا
			لا ما يناسبني
			مستحيل بكرة
			لا، شكرا جزيلا
		`,
		unclear: `
			نعم إذا سمح الوقت
			تمام بس مو بكرة
			طيب بشوف
			موافق بشرط
			لا أدري ربما
			ما عندي مشكلة
			نعم؟
			ليس لدي مانع
			اكيد لا تمزح
			طيب ليش
			نعم في حال
			تمام لحظة
			موافق مبدئيا
			لا أظن
			طيب وبعدين
			اي يوم
			نعم نعم صدقتك
		`,
	},
	Swedish: {
		yes: `
			Ja, det går jättebra
			absolut, kom gärna
			visst, inga konstigheter
			japp, vi ses
			ok, bra
			det blir bra
			ja gärna tack
			ja det passar bra
			visst, välkomna imorgon
			japp, det funkar
		`,
		no: `
			nej, vi är inte hemma
			tyvärr kan jag inte
			vill inte ha besök
			nej nej nej
			avboka tack
			inte alls
			jag säger nej
			nej vi kan inte imorgon
			nej det vill jag inte
			passar tyvärr inte
		`,
		unclear: `
			ja, om jag hinner
			ja fast inte före tio
			jo kanske
			ja det vete katten
			ja, när Anna är hemma
			ja inte imorgon
			jag vet inte riktigt
			jaså
			jaja
			helst på fredag
			ja precis, som om
			ja absolut inte
			visst, i dina drömmar
			ja ring mig
			bra fråga
			ja, eller hur
			okej vem är det
		`,
	},
	Danish: {
		yes: `
			Ja, det er helt fint
			ja, I er velkomne
			selvfølgelig, kom bare
			fint, vi ses
			ok, det er en aftale
			jo tak gerne
			ja det er fint
			ja tak, meget gerne
			klart, kom bare
		`,
		no: `
			nej, vi er ikke hjemme
			desværre kan jeg ikke
			det vil jeg ikke have
			aflys venligst
			nej ellers tak
			slet ikke
			jeg siger nej
			nej det kan jeg ikke
			nej desværre ikke i morgen
			det passer mig ikke
		`,
		unclear: `
			ja, hvis jeg når det
			ja dog ikke før ti
			ja måske
			ja, når Anna er hjemme
			ja ikke i morgen
			jeg er i tvivl
			nå
			ja ja, det siger du
			hellere på fredag
			ja det troede jeg også
			ja, i dine drømme
			ja ja
			ja ring lige
			klart nej
			ja det kan du tro
			okay hvem er det
			fint nok
		`,
	},
	Norwegian: {
		yes: `
			Ja, det er helt fint
			ja, dere er velkomne
			selvfølgelig, bare kom
			greit, vi ses
			ok, det er en avtale
			ja gjerne det
			jada
			ja det er greit
			ja takk, veldig gjerne
			klart det, bare kom
		`,
		no: `
			nei, vi er ikke hjemme
			dessverre kan jeg ikke
			det vil jeg ikke ha
			avlys vennligst
			nei ellers takk
			slett ikke
			jeg sier nei
			nei det kan jeg ikke
			nei dessverre ikke i morgen
			det passer meg ikke
		`,
		unclear: `
			ja, hvis jeg rekker det
			ja men ikke før ti
			ja kanskje
			ja, når Anna er hjemme
			ja ikke i morgen
			jeg er i tvil
			nå ja
			ja særlig
			heller på fredag
			ja det trodde jeg også
			ja, i drømmene dine
			ja ja
			ja ring meg
			greit nok
			ja det kan du tro
			ok hvem er det
			gjerne det, men når
		`,
	},
};
