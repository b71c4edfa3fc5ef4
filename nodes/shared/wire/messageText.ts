import { pathAlong, valueAt } from '../text/fieldPath';
import { isRecord } from '../text/json';
import { toNameWords } from '../text/nameWords';
import {
	METADATA_FIELD,
	OTHER_MESSAGE,
	REACTION_EMOJI_FIELDS,
	REACTION_FIELDS,
	TAP_FIELDS,
	TEXT_FIELDS,
} from './undocumentedNames';

/** The text that a person wrote or tapped. */
interface MessageText {
	/** Empty if there is none, as with a photo or a reaction to another message, or if several fields differ. */
	text: string;
	/** Paths of two fields that hold different texts, so that neither counts. */
	differing?: [string, string];
}

/**
 * Finds the text of a message in the payload of its event, of which the interface shows no field (section 6): the
 * text that stands under the usual names, wherever they are, except in metadata and in other messages, such as a
 * quoted one. The emoji of a reaction counts if it is one to a question.
 * @param path Of the field in an account that names it otherwise; empty for none.
 * @param questionIds The IDs of the messages that asked the question, if one was asked.
 */
export function readMessageText(payload: unknown, path: string, questionIds: string[] = []): MessageText {
	if (path !== '') return { text: asText(valueAt(payload, path)) ?? '' };
	const found: FoundText[] = [];
	const captions: FoundText[] = [];
	const left: Array<{ value: unknown; steps: Steps }> = [{ value: payload, steps: undefined }];
	for (const { value, steps } of left) {
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			const here = { name: Array.isArray(value) ? Number(name) : name, before: steps };
			const reactions = isReaction(name) ? reactionsIn(inner) : [];
			// Such an event may repeat the emoji as a text.
			if (reactions.some(({ ids }) => !ids.some((id) => questionIds.includes(id)))) return { text: '' };
			const text = isTextField(name, steps) ? asText(inner) : undefined;
			const texts = text === undefined ? reactions.map(({ emoji }) => emoji) : [text];
			if (texts.length === 0 && !isReaction(name) && !holdsOtherMessage(name)) {
				left.push({ value: inner, steps: here });
			}
			for (const one of texts.filter((some) => some.trim() !== '')) {
				(isCaptionOfFile(name, steps) ? captions : found).push({ text: one, steps: here });
			}
		}
	}
	return chooseText(found.length > 0 ? found : captions);
}

/** A text in a payload, and the way to it. */
interface FoundText {
	text: string;
	steps: Steps;
}

function chooseText([first, ...others]: FoundText[]): MessageText {
	if (!first) return { text: '' };
	const differing = others.find(({ text }) => text.trim() !== first.text.trim());
	if (!differing) return { text: first.text };
	return { text: '', differing: [formatPath(first.steps), formatPath(differing.steps)] };
}

/** A reaction to a message, with all that could be the ID of that. */
interface Reaction {
	emoji: string;
	ids: string[];
}

/** The reactions in a field for them. One that was taken back has no emoji. */
function reactionsIn(field: unknown): Reaction[] {
	if (typeof field === 'string') return field.trim() === '' ? [] : [{ emoji: field, ids: [] }];
	if (Array.isArray(field)) return field.filter(isRecord).flatMap(reactionsIn);
	if (!isRecord(field)) return [];
	const emoji = REACTION_EMOJI_FIELDS.map((name) => asText(field[name]) ?? '').find((text) => text !== '');
	if (emoji === undefined) return [];
	const fields = Object.values(field).flatMap((one) => (isRecord(one) ? Object.values(one) : [one]));
	return [{ emoji, ids: fields.filter((one): one is string => typeof one === 'string' && one !== '') }];
}

/** The way to a field, the last step first. */
type Steps = { name: string | number; before: Steps } | undefined;

function formatPath(steps: Steps): string {
	const names: Array<string | number> = [];
	for (let step = steps; step; step = step.before) names.unshift(step.name);
	return pathAlong(names);
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Tells of a field whether it holds what the person wrote or tapped. @param steps To what it is in. */
const isTextField = (name: string, steps: Steps): boolean =>
	includesWords(TEXT_FIELDS, name) || (name === 'title' && includesWords(TAP_FIELDS, String(steps?.name)));

/** Tells if a field has one of these names, in any spelling. */
const includesWords = (names: readonly string[], name: string): boolean => names.includes(toNameWords(name));

/** The captions of the files in a message's `media` (section 2) count only if it has no text of its own. */
const isCaptionOfFile = (name: string, steps: Steps): boolean =>
	name === 'caption' && typeof steps?.name === 'number' && steps.before?.name === 'media';

const isReaction = (name: string): boolean => includesWords(REACTION_FIELDS, name);

/**
 * Tells by the name of a field, in any spelling, that it holds something else than
 * the text that the person has just written.
 */
const holdsOtherMessage = (name: string): boolean =>
	name === METADATA_FIELD || OTHER_MESSAGE.test(toNameWords(name));
