import { escapeInvisible, removeInvisible, toAsciiDigits, truncate } from '../../../../nodes/text/strings';

const MARKS = '\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff\u00a0\u202f\u2007\u00ad\ufe0f';

it.each([...MARKS])('drops %j', (mark) => {
	expect(removeInvisible(`a${mark}b`)).toBe('ab');
});

it('keeps everything that can be seen, and blanks', () => {
	expect(removeInvisible('a b\tü-é\n')).toBe('a b\tü-é\n');
});

it.each([
	['a\u200bb', 'a\\u200bb'],
	['\ufeff1', '\\ufeff1'],
	['1\u00a02', '1\\u00a02'],
	['a\tb\n', 'a\\tb\\n'],
	['\u{e0001}x', '\\u{e0001}x'],
	['José 好 👍', 'José 好 👍'],
])('shows %j as %s', (text, shown) => {
	expect(escapeInvisible(text)).toBe(shown);
});

it.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'abc...'],
	['ab👍', 4, 'ab👍'],
	['ab👍c', 3, 'ab...'],
	['ab👍🏽c', 4, 'ab...'],
	['ab👩‍👩‍👧‍👦c', 10, 'ab...'],
	['abe\u0301c', 3, 'ab...'],
	['ab🇫🇷c', 5, 'ab...'],
	['ab👍c', 4, 'ab👍...'],
])('shortens %s to %d', (text, length, shown) => {
	expect(truncate(text, length)).toBe(shown);
});

it.each([
	['Arabic', '٠١٢٣٤٥٦٧٨٩'],
	['Persian', '۰۱۲۳۴۵۶۷۸۹'],
	['Hindi', '०१२३४५६७८९'],
	['Bengali', '০১২৩৪৫৬৭৮৯'],
	['Thai', '๐๑๒๓๔๕๖๗๘๙'],
	['wide', '０１２３４５６７８９'],
	['Adlam', '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙'],
	['double-struck', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
])('reads the digits of %s', (_, digits) => {
	expect(toAsciiDigits(digits)).toBe('0123456789');
});

it('reads every digit of Unicode, of which each script has ten in order, and changes nothing else', () => {
	const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).join('');
	let count = 0;
	const expected = all.replace(/(?!\d)\p{Nd}/gu, () => String(count++ % 10));
	expect(toAsciiDigits(all) === expected).toBe(true);
	expect(count).toBeGreaterThan(600);
});
