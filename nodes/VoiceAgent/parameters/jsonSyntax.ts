const BLANKS = /[ \t\n\r]*/y;

/** A text up to its closing quote, or up to what it must not hold. */
const OPEN_TEXT = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;

const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON: the index of the first character that does not belong there, or the text's length when it ends
 * too early. `JSON.parse` does not always say it.
 */
export function indexOfSyntaxFault(text: string): number {
	let index = 0;
	const take = (pattern: RegExp): boolean => {
		pattern.lastIndex = index;
		if (!pattern.test(text)) return false;
		index = pattern.lastIndex;
		return true;
	};
	const takeCharacter = (character: string): boolean => {
		take(BLANKS);
		if (text[index] !== character) return false;
		index++;
		return true;
	};
	const takeText = (): boolean => {
		take(BLANKS);
		if (!take(OPEN_TEXT) || text[index] !== '"') return false;
		index++;
		return true;
	};
	const takeEntries = (end: string, takeEntry: () => boolean): boolean => {
		if (takeCharacter(end)) return true;
		while (takeEntry()) {
			if (takeCharacter(end)) return true;
			if (!takeCharacter(',')) return false;
		}
		return false;
	};
	const takeField = (): boolean => takeText() && takeCharacter(':') && takeValue();
	const takeValue = (): boolean => {
		if (takeCharacter('{')) return takeEntries('}', takeField);
		if (takeCharacter('[')) return takeEntries(']', takeValue);
		return text[index] === '"' ? takeText() : take(NUMBER_OR_WORD);
	};
	if (takeValue()) take(BLANKS);
	return index;
}
