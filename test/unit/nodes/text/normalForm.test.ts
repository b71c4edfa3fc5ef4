import { isSameText, normalForm } from '../../../../nodes/text/normalForm';

it.each([
	['line breaks of Windows', 'One\r\nTwo\r\n\r\nThree', 'One\nTwo\n\nThree'],
	['line separators', 'One\u2028Two\u2029Three\u0085Four', 'One\nTwo\nThree\nFour'],
	['blanks', ' a \t b\u00a0\u202f c\u3000', 'a b c'],
	['composed accents', 'Café: ação ä', 'Cafe\u0301: ac\u0327a\u0303o a\u0308'],
	['accents and none', 'déjà całość İyi Ελλάδα', 'deja calosc iyi ελλαδα'],
	['special letters', 'Straße, Øl, Æble, œuf, ёлка', 'strasse, ol, aeble, oeuf, елка'],
	['vowel signs and hamzas of Arabic', 'إلغاءُ الـمـرّة', 'الغاء المره'],
	['dots and nasal signs of Hindi', 'हाँ ज़रूर', 'हां जरूर'],
	['case', 'YES Ä', 'yes ä'],
	['wide letters and ligatures', 'Ｙｅｓ １２ ﬁt m²', 'yes 12 fit m2'],
	['digits of other keyboards', '٢ ۲ २', '2 2 2'],
	['syllables of Hangul', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
	['variation selectors and key caps', 'I ❤\ufe0f it, 1\ufe0f\u20e3', 'I ❤ it, 1'],
	['skin tones', '👍🏽 👎🏿', '👍 👎'],
	['genders', '🙅🏿\u200d♀\ufe0f 🏃\u200d♂\ufe0f', '🙅 🏃'],
	['marks without a shape', '\ufeffVer\u00adsand\u200b A\u2060-17\u200e\u202c', 'Versand A-17'],
	['control characters', 'Hel\u0000lo\u0007', 'Hello'],
])('takes %s for the same', (_, one, other) => {
	expect(normalForm(one)).toBe(normalForm(other));
	expect(isSameText(one, other)).toBe(true);
	expect(normalForm(normalForm(one))).toBe(normalForm(one));
});

it.each([
	['words', 'yes', 'no'],
	['a blank and none', 'a b', 'ab'],
	['signs', 'A+', 'A-'],
	['currencies', '$10', '€10'],
	['flags of countries', '🇫🇷', '🇩🇪'],
	['Cyrillic letters', 'мой', 'мои'],
	['vowels of Hindi', 'की', 'का'],
	['letters with and without a Japanese voicing mark', 'か', 'が'],
	['scripts', 'да', 'da'],
])('tells %s apart', (_, one, other) => {
	expect(isSameText(one, other)).toBe(false);
});

it('is empty where there is nothing to see', () => {
	expect(normalForm(' \r\n\u200b\ufeff')).toBe('');
});
