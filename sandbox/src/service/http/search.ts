import { Type } from 'typebox';

/** The search query of a listing in the control API. */
export const SearchQuery = Type.Object({
	search: Type.Optional(Type.String({ description: 'Part of any field, in any letter case' })),
});

/**
 * Tells if a text or number in a value, at any depth, contains a text; true when there is nothing to search
 * for.
 */
export function holdsText(value: unknown, search: string | undefined): boolean {
	if (search === undefined) return true;
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).some((one) => holdsText(one, search));
	}
	if (value === null) return false;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return foldCase(text).includes(foldCase(search));
}

/** Returns a text in a form that is the same in any letter case of any script: ÄRGER for ärger, STRASSE for straße. */
export function foldCase(text: string): string {
	// First to lower case, since a capital ß stays as it is in upper case.
	return text.normalize('NFC').toLowerCase().toUpperCase();
}
