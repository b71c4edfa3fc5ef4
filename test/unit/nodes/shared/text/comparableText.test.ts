import { comparableText, isSameText } from '../../../../../nodes/shared/text/comparableText';

describe('texts that a service may store in another form', () => {
	it.each([
		['line breaks of Windows', 'One\r\nTwo\r\n\r\nThree', 'One\nTwo\n\nThree'],
		['line breaks of old systems', 'One\rTwo', 'One\nTwo'],
		['line separators', 'One\u2028Two\u2029Three', 'One\nTwo\nThree'],
		['composed accents', 'Café: ação', 'Cafe\u0301: ac\u0327a\u0303o'],
		['the sign of the ångström', '5 \u212b', '5 \u00c5'],
		['syllables of Hangul', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
		['variation selectors', 'I ❤\ufe0f it, 1\ufe0f\u20e3 ☎\ufe0e', 'I ❤ it, 1\u20e3 ☎'],
		['variation selectors inside an emoji', '❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈', '❤\u200d🔥 🏳\u200d🌈'],
		['zero-width spaces', 'Or\u200bder\u2060 A-17\ufeff', 'Order A-17'],
		['a byte order mark', '\ufeffHello', 'Hello'],
		['soft hyphens', 'Ver\u00adsand', 'Versand'],
		[
			'direction marks',
			'\u200eשלום\u200f \u061cمرحبا \u202a+1 415\u202c \u2068Ann\u2069',
			'שלום مرحبا +1 415 Ann',
		],
		['joiners between Latin letters', 'Auf\u200clage, wx\u200dyz', 'Auflage, wxyz'],
		['joiners around an emoji', 'Yes\u200d 👍\u200d!', 'Yes 👍!'],
		['no-break spaces', '10\u00a0000\u202f€', '10 000 €'],
		['blanks at the ends of lines', 'One  \t\nTwo\u00a0\n  Three', 'One\nTwo\n  Three'],
		['a zero-width space behind the blank at an end', 'One \u200b\nTwo', 'One\nTwo'],
		['blanks and lines around', '\n\t Hello \u3000\r\n', 'Hello'],
		['control characters', 'Hel\u0000lo\u0007', 'Hello'],
		['tags without an emoji', '\u{e0001}\u{e0065}\u{e006e}Hello', 'Hello'],
	])('compares %s', (_, one, other) => {
		expect(isSameText(one, other)).toBe(true);
	});
});

describe('texts that a reader can tell apart', () => {
	it.each([
		['letter case', 'yes', 'Yes'],
		['accents', 'résumé', 'resume'],
		['a blank more', 'a b', 'a  b'],
		['a blank and none', 'a b', 'ab'],
		['a line break and a blank', 'a\nb', 'a b'],
		['an empty line', 'a\nb', 'a\n\nb'],
		['indented lines', 'a\n  b', 'a\nb'],
		['a ligature', 'ﬁt', 'fit'],
		['wide digits', '１２', '12'],
		['a superscript', 'm²', 'm2'],
		['skin tones', '👍🏽', '👍🏿'],
		['a skin tone and none', '👍🏽', '👍'],
		['genders', '🏃\u200d♀\ufe0f', '🏃\u200d♂\ufe0f'],
		['a gender and none', '🙋\u200d♀\ufe0f', '🙋♀\ufe0f'],
		['a person with a skin tone at work', '👩🏽\u200d💻', '👩🏽💻'],
		['a family and its members', '👨\u200d👩\u200d👧', '👨👩👧'],
		[
			'flags of nations',
			'🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
			'🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
		],
		['flags of countries', '🇫🇷', '🇩🇪'],
		['a Persian word with its letters apart', 'می\u200cخواهم', 'میخواهم'],
		['an Arabic letter in its initial form', 'ه\u200d', 'ه'],
		['a Hindi consonant in its half form', 'क्\u200dष', 'क्ष'],
		['a Bengali letter with a visible sign', 'র্\u200cয', 'র্য'],
		['text written backwards', '\u202eabc', 'abc'],
		['a sign that stands above Arabic digits', '\u0600١٢', '١٢'],
	])('tells %s', (_, one, other) => {
		expect(isSameText(one, other)).toBe(false);
	});
});

it('gives a form that compares as the text does', () => {
	const text = ' Cafe\u0301\u200b 👩🏽\u200d💻\ufe0f \r\nمی\u200cخواهم\u200d ';
	const form = comparableText(text);
	expect(form).toBe('Café 👩🏽\u200d💻\nمی\u200cخواهم\u200d');
	expect(comparableText(form)).toBe(form);
});

it('gives an empty form where there is nothing to see', () => {
	expect(comparableText(' \r\n\u200b\ufeff')).toBe('');
});
