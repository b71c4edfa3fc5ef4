import { toAsciiDigits } from '../../../../nodes/text/digits';

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

it('reads every digit of Unicode, and changes nothing else', () => {
	const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
	const changed = characters.filter((one) => toAsciiDigits(one) !== one);
	expect(changed).toEqual(characters.filter((one) => /\p{Nd}/u.test(one) && !/\d/.test(one)));
	expect(new Set(changed.map(toAsciiDigits)).size).toBe(10);
	for (const text of ['A-17', '²', '½', '二', 'Ⅳ', '٢ kg'])
		expect(toAsciiDigits(text)).toBe(text.replace('٢', '2'));
});
