/** @import { CustomFunction } from '../../src/client/records.ts' */

/** @typedef {CustomFunction['body_schema'][number]} Parameter */

/** A word with a digit in it, such as an order number. */
const REFERENCE = /(?<![\w@.])[A-Z]*[-#]?\d[\w-]*(?![\w@])/gi;
/** Matches the words between the name of a thing and its number, as in "order number is 123". */
const LINK = String.raw`(?:\s|number|no\.?|nr\.?|id|code|is|[#:,])*`;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MS = 86_400_000;

/** Words in the names of parameters that take a whole sentence. */
const SENTENCES = /question|query|message|text|reason|request|note|summary|comment|description|topic/;

/**
 * Reads the arguments of a function out of a sentence, by the names and types of its parameters. It knows
 * numbers, references such as order numbers, e-mail addresses, phone numbers, days, times and names; what it
 * does not find is left out.
 * @param {string} sentence
 * @param {Parameter[]} parameters
 * @param {Date} now
 * @returns {Record<string, unknown>}
 */
export function readArguments(sentence, parameters, now) {
	const found = parameters.map((parameter) => [
		parameter.name,
		readOne(sentence.trim(), parameter, parameters, now),
	]);
	return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/**
 * @param {string} sentence
 * @param {Parameter} parameter
 * @param {Parameter[]} all
 * @param {Date} now
 * @returns {unknown}
 */
function readOne(sentence, { name, type, required }, all, now) {
	if (sentence === '') return undefined;
	const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
	if (/^(number|integer)$/i.test(type)) {
		const text = referenceIn(sentence, words)?.replace(/^[^\d]+/, '');
		const value = Number(text);
		return text === undefined || Number.isNaN(value) ? undefined : value;
	}
	if (/^boolean$/i.test(type)) return /\b(no|not|never|don't|won't)\b/i.test(sentence) ? false : undefined;
	if (/^(array|object)$/i.test(type)) return undefined;
	if (/mail/.test(words)) return /[\w.+-]+@[\w-]+(\.[\w-]+)+/.exec(sentence)?.[0];
	if (/phone|mobile/.test(words)) return /\+?\d[\d ()-]{5,}\d/.exec(sentence)?.[0].replace(/[^\d+]/g, '');
	if (/date|day|when/.test(words)) return dayIn(sentence, now);
	if (/time|hour/.test(words)) return timeIn(sentence);
	if (/name/.test(words)) {
		return /\b(?:name is|i am|i'm|this is|it's)\s+([A-Z][\p{L}'-]+(?:\s+[A-Z][\p{L}'-]+)*)/u.exec(
			sentence,
		)?.[1];
	}
	if (SENTENCES.test(words)) return sentence;
	return referenceIn(sentence, words) ?? (required && all.length === 1 ? sentence : undefined);
}

/**
 * Returns the number that follows a word of the parameter's name, or else the first one.
 * @param {string} sentence
 * @param {string} words the name
 */
function referenceIn(sentence, words) {
	const stems = words
		.split(/[^a-z]+/)
		.filter((word) => word.length > 2 && !/^(number|code|the|for)$/.test(word));
	for (const stem of stems) {
		const after = new RegExp(`\\b${stem}s?${LINK}([A-Z]*[-]?\\d[\\w-]*)`, 'i').exec(sentence)?.[1];
		if (after !== undefined) return after;
	}
	return sentence.match(REFERENCE)?.[0].replace(/^#/, '');
}

/**
 * Returns the day that a sentence names, e.g. 2026-03-09.
 * @param {string} sentence
 * @param {Date} now
 */
function dayIn(sentence, now) {
	const said = sentence.toLowerCase();
	const written = /\d{4}-\d\d-\d\d/.exec(said)?.[0];
	if (written !== undefined) return written;
	const weekday = DAYS.findIndex((day) => said.includes(day));
	const ahead = said.includes('tomorrow')
		? 1
		: said.includes('today')
			? 0
			: weekday >= 0
				? (weekday - now.getDay() + 7) % 7 || 7
				: undefined;
	if (ahead === undefined) return undefined;
	const day = new Date(now.getTime() + ahead * DAY_MS);
	const digits = (/** @type {number} */ number) => String(number).padStart(2, '0');
	return `${day.getFullYear()}-${digits(day.getMonth() + 1)}-${digits(day.getDate())}`;
}

/** Returns the time that a sentence names, e.g. 15:30. @param {string} sentence */
function timeIn(sentence) {
	const [, hour, minute = '00', half] =
		/\b(\d{1,2}):(\d\d)\s*(am|pm)?\b/i.exec(sentence) ?? /\b(\d{1,2})()\s*(am|pm)\b/i.exec(sentence) ?? [];
	if (hour === undefined) return undefined;
	const past = half?.toLowerCase() === 'pm' && Number(hour) < 12 ? 12 : 0;
	const start = half?.toLowerCase() === 'am' && Number(hour) === 12 ? 0 : Number(hour) + past;
	return `${String(start).padStart(2, '0')}:${minute || '00'}`;
}
