import { valueAt } from '../../../../shared/fieldPath';
import { isRecord } from '../../../../shared/json';
import { METADATA_FIELD, TEXT_FIELDS } from '../../../../shared/wire/undocumentedNames';

/**
 * What a person wrote, in the payload of a `chatapp.received` event, of which the interface shows no field: the first text under
 * one of the usual names, from the top down; empty when there is none, as with a photo.
 * @param path Of the field in an account that names it otherwise; empty for none.
 */
export function replyTextIn(payload: unknown, path: string): string {
	if (path !== '') return textOf(valueAt(payload, path)) ?? '';
	let level: unknown[] = [payload];
	while (level.length > 0) {
		const records = level.filter(isRecord);
		for (const record of records) {
			const found = TEXT_FIELDS.map((name) =>
				Object.hasOwn(record, name) ? textOf(record[name]) : undefined,
			);
			const text = found.find((one) => one !== undefined);
			if (text !== undefined) return text;
		}
		// Metadata holds what the workflow has sent.
		level = level.flatMap((one) =>
			Array.isArray(one)
				? (one as unknown[])
				: isRecord(one)
					? Object.entries(one).flatMap(([name, value]) => (name === METADATA_FIELD ? [] : [value]))
					: [],
		);
	}
	return '';
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
