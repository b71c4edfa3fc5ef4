import { pathAlong, valueAt } from '../../../../shared/text/fieldPath';
import { METADATA_FIELD, OTHER_MESSAGE, TEXT_FIELDS } from '../../../../shared/wire/undocumentedNames';

/** The text that a person wrote. */
export interface ReplyText {
	/** Empty if there is none, as with a photo, or if several fields differ. */
	text: string;
	/** Paths of two fields that hold different texts, so that neither counts. */
	differing?: [string, string];
}

/**
 * Finds the text that a person wrote in the payload of a `chatapp.received` event, of which the interface
 * shows no field: the text that stands under the usual names, wherever they are, except in metadata and in
 * other messages, such as a quoted one.
 * @param path Of the field in an account that names it otherwise; empty for none.
 */
export function replyTextIn(payload: unknown, path: string): ReplyText {
	if (path !== '') return { text: asText(valueAt(payload, path)) ?? '' };
	let found: { text: string; steps: Steps } | undefined;
	const left: Array<{ value: unknown; steps: Steps }> = [{ value: payload, steps: undefined }];
	for (const { value, steps } of left) {
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			const here = { name: Array.isArray(value) ? Number(name) : name, before: steps };
			const text = isTextField(name) ? asText(inner) : undefined;
			if (text === undefined) {
				if (!holdsOtherMessage(name)) left.push({ value: inner, steps: here });
			} else if (text.trim() !== '') {
				found ??= { text, steps: here };
				if (found.text.trim() !== text.trim()) {
					return { text: '', differing: [formatPath(found.steps), formatPath(here)] };
				}
			}
		}
	}
	return { text: found?.text ?? '' };
}

/** The way to a field, the last step first. */
type Steps = { name: string | number; before: Steps } | undefined;

function formatPath(steps: Steps): string {
	const names: Array<string | number> = [];
	for (let step = steps; step; step = step.before) names.unshift(step.name);
	return pathAlong(names);
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isTextField = (name: string): boolean => TEXT_FIELDS.some((field) => field === name);

/**
 * Tells by the name of a field, in any spelling, that it holds something else than
 * the text that the person has just written.
 */
function holdsOtherMessage(name: string): boolean {
	const words = name
		.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
		.toLowerCase()
		.replace(/[^a-z]+/g, ' ');
	return name === METADATA_FIELD || OTHER_MESSAGE.test(words);
}
