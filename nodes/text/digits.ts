const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

const isDigit = (code: number): boolean => code >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Returns the value of a digit of any script: Unicode has the ten of each script in order, without a gap. */
function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (isDigit(first - 1)) first--;
	return String((code - first) % 10);
}

/** Writes the digits of all scripts, such as `٢`, `۲` and `२`, as 0 to 9: keyboards of many languages type their own. */
export const toAsciiDigits = (text: string): string => text.replace(OTHER_DIGIT, toAsciiDigit);
