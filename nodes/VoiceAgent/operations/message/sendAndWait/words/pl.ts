import type { Language } from './language';

/** "Tak" counts in reply to a Polish message: it is "thanks" in Danish and "not" in Malay. */
export const polish: Language = {
	name: 'Polish',
	phrases: {
		agrees: `
			jasne, pewnie, pewnie że tak, oczywiście, oczywiście że tak, zgoda, zgadzam się, zgadza się, dobrze,
			dobra, ok dobra, w porządku, potwierdzam, zatwierdzam, akceptuję, no tak, no pewnie, no jasne, jasne że
			tak, no jasne że tak, no dobra, no dobrze, tak jest, tak tak, tak proszę, zapraszam, zapraszamy, pasuje,
			pasuje mi, pasuje nam, może być, super, wyślij, wysyłaj, proszę wysłać, spoko, świetnie, doskonale,
			idealnie, chętnie, bardzo chętnie, zdecydowanie tak, jestem za, niech będzie, umowa stoi, potwierdzone,
			zatwierdzone, odpowiada mi, owszem, naturalnie, wyrażam zgodę
		`,
		no: `
			nie dziękuję, nie dziękujemy, nie dzięki, nie zgadzam się, nie zgadza się, niestety nie, nie mogę, nie
			możemy, nie pasuje, nie pasuje mi, nie odpowiada mi, raczej nie, absolutnie nie, na pewno nie,
			zdecydowanie nie, oczywiście że nie, oczywiście nie, pewnie że nie, nigdy, w żadnym wypadku, w żadnym
			razie, nie chcę, nie chcemy, nie ma mowy, nie akceptuję, nie potwierdzam, nie zatwierdzam, nie wysyłaj,
			nie wysyłać, proszę nie wysyłać, proszę nie przychodzić, nie przychodźcie, odmawiam, lepiej nie, nie
			teraz, nie dziś, nie dzisiaj, nie jutro, jutro nie, nie interesuje mnie, nie jestem zainteresowany, nie
			jestem zainteresowana, wykluczone, nie da rady, nie dam rady, no nie, mnie nie ma, nie ma mnie, nas nie
			ma, nie będzie mnie, wolę nie, wolałbym nie, wolałabym nie, nie wyrażam zgody, nie życzę sobie, się nie
			zgadzam, absolutnie się nie zgadzam
		`,
		declines: 'nie, anuluj, anulować, rezygnuję, rezygnujemy, odwołaj, odwołuję, odrzucam',
		filler: `
			proszę, dziękuję, dziękujemy, dzięki, dzień dobry, dobry wieczór, cześć, witam, pozdrawiam, do zobaczenia,
			do jutra, miłego dnia, jutro, dziś, dzisiaj, pan, pani, państwo, mi, mnie, nam, dla mnie, dla nas, bardzo,
			niestety, przykro mi, przepraszam, więc, się, w takim razie
		`,
		objection: `
			ani, bez, tylko, oprócz, poza, później, potem, zamiast, inny, inna, inne, innym, inaczej, zmień, zmienić,
			przełożyć, przełóż, pomyłka, dopiero, przed, prawie, wczoraj, nigdzie, nikt, nic, żaden, żadne, już, za
			wcześnie, za późno, lepiej
		`,
		doubt: `
			no nie wiem, ale, lecz, jednak, chociaż, choć, może, chyba, chyba tak, chyba nie, nie wiem, nie ma
			problemu, nie ma sprawy, żaden problem, bez problemu, nie szkodzi, nie jestem pewien, nie jestem pewna,
			nie rozumiem, nie mam nic przeciwko, nie widzę przeszkód, nie widzę problemu, nie przeszkadza, czemu nie,
			dlaczego nie, jeszcze nie, pewnie nie, jeśli, jeżeli, gdyby, kiedy, o ile, pod warunkiem, chyba że, pewnie
			tak, zależy, zobaczę, zobaczymy, dam znać, zapytam, spytam, sprawdzę, poczekaj, proszę czekać, czekaj,
			chwila, chwileczkę, kto, o co chodzi, gdzie, dlaczego, czemu, który, która, o której, czy, albo, myślę,
			sądzę, wydaje mi się, zanim, dopóki, obojętnie, wszystko jedno, nieważne, nie ważne, jasne że nie,
			prawdopodobnie, możliwe, zastanowię się, pomyślę, tak sobie, tak jakby
		`,
	},
	inReplyToIt: { agrees: 'tak, git', doubt: 'no' },
	shortForms: { agrees: 't', declines: 'n' },
	marks: `
		czy się jest są na do dla z w i o możemy możesz może mogę chcesz chce pan pani państwo proszę odpowiedz
		odpisz odpowiedzieć jutro dziś dzisiaj godzinie lub albo tak nie potwierdzasz potwierdza potwierdzam
		zgadzasz twoje twój państwa zamówienie wizyta wizytę
	`,
	askingFor: 'odpowiedz, odpisz, napisz, wyślij',
	numberNouns: 'numer opcja opcję wybór',
	choosingWords: 'wybieram poproszę chcę wolę w we na o',
	numbers: `
		jeden pierwszy pierwsza pierwszą, dwa drugi druga drugą, trzy trzeci trzecia trzecią, cztery czwarty czwarta
		czwartą, pięć piąty piąta piątą, sześć szósty szósta, siedem siódmy siódma, osiem ósmy ósma, dziewięć
		dziewiąty dziewiąta, dziesięć dziesiąty dziesiąta
	`,
};
