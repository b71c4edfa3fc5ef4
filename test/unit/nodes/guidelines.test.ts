/** n8n's UX guidelines for verified nodes, as far as its lint rules leave them to a reader. */
import { readFileSync } from 'fs';
import { join } from 'path';

import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { VoiceAgentApi } from '../../../credentials/VoiceAgentApi.credentials';
import { VoiceAgentSessionApi } from '../../../credentials/VoiceAgentSessionApi.credentials';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node';
import { resources } from '../../../nodes/VoiceAgent/operations';
import { CREDENTIALS } from '../../../nodes/parameters/fields';
import { SIMPLIFIED_LISTED_MESSAGE } from '../../../nodes/messages/messageRecord';
import { VoiceAgentFunctionTrigger } from '../../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node';
import { VoiceAgentMemory } from '../../../nodes/VoiceAgentMemory/VoiceAgentMemory.node';
import { VoiceAgentPollingTrigger } from '../../../nodes/VoiceAgentPollingTrigger/VoiceAgentPollingTrigger.node';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { withChildren } from '../../support/node-properties';

/** The categories that every version of n8n's rule `valid-node-categories` knows. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];
const MAX_HINT_CHARACTERS = 120;
const MAX_SEARCH_HINT_CHARACTERS = 250;

const nodes: Array<[string, INodeType]> = [
	['VoiceAgent', new VoiceAgent()],
	['VoiceAgentFunctionTrigger', new VoiceAgentFunctionTrigger()],
	['VoiceAgentMemory', new VoiceAgentMemory()],
	['VoiceAgentPollingTrigger', new VoiceAgentPollingTrigger()],
	['VoiceAgentTrigger', new VoiceAgentTrigger()],
];

const readCodex = (name: string) =>
	JSON.parse(readFileSync(join(__dirname, '../../../nodes', name, `${name}.node.json`), 'utf8')) as {
		alias: string[];
		categories: string[];
	};

/** The entries of a menu that a property offers. */
const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	(options as INodePropertyOptions[]).filter((option) => 'value' in option);

/** What a person reads in the panel, other than labels. */
const textsOf = (properties: INodeProperties[]): string[] =>
	properties.flatMap((property) => [
		...(property.type === 'notice' ? [property.displayName] : []),
		...[property.description ?? [], property.hint ?? []].flat(),
		...choicesOf(property).flatMap(({ description: text }) => text ?? []),
	]);

/** The names of fields and of their values that cannot be taken for plain English: those of several words. */
const namesOf = (properties: INodeProperties[]): string[] =>
	properties
		.flatMap((property) => [
			...(property.type === 'notice' ? [] : [property.displayName]),
			...choicesOf(property).map(({ name }) => name),
		])
		.filter((label) => /^[A-Z]\S*[ -]\S*[A-Z]/.test(label));

/** Menus whose entries have an order of their own: amounts, and units of time. */
const ORDERED_MENUS = ['amount', 'resumeUnit', 'windowDays'];

/** The contrast of two colors by WCAG, 1 to 21. */
function contrast(one: string, other: string): number {
	const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

/** @param color In the form `#4B3FD6`. */
function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
		.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Names that a text uses for something else, too. */
const PLAIN_NAMES = ['API Key', 'Phone Number', 'Voice Agent'];

describe.each(nodes)('%s', (name, { description }) => {
	const properties = description.properties.flatMap(withChildren);
	const codex = readCodex(name);

	it('is in categories that every version of the rule knows', () => {
		expect(CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
		expect(codex).not.toHaveProperty('subcategories');
	});

	it('tells n8n’s workflow builder briefly what it must know', () => {
		const hint = description.builderHint?.searchHint ?? '';
		expect(hint).toMatch(/^[A-Z].+\.$/);
		expect(hint.length).toBeLessThanOrEqual(MAX_SEARCH_HINT_CHARACTERS);
	});

	it('keeps hints short', () => {
		const hints = properties.flatMap(({ hint }) => hint ?? []);
		expect(hints.filter((hint) => hint.length > MAX_HINT_CHARACTERS)).toEqual([]);
	});

	it('puts the names of fields and values in single quotes', () => {
		const credentials = [new VoiceAgentApi(), new VoiceAgentSessionApi()].flatMap(
			({ properties: those }) => those,
		);
		const panels = nodes.flatMap(([, { description: one }]) => one.properties.flatMap(withChildren));
		const names = namesOf([...panels, ...credentials]).filter((one) => !PLAIN_NAMES.includes(one));
		const unquoted = [...textsOf(properties), ...textsOf(credentials)].flatMap((text) => {
			const rest = text.replace(/(?<![a-z])'[^']+'|[A-Z][A-Za-z ]+ > [A-Z][A-Za-z ]+/g, '');
			return names.filter((one) => rest.includes(one)).map((one) => `${one}: ${text}`);
		});
		expect(unquoted).toEqual([]);
	});

	it('offers each entry of a menu once, in the order of the alphabet unless the entries have one of their own', () => {
		for (const property of properties.filter(({ type }) => type === 'options' || type === 'multiOptions')) {
			const choices = choicesOf(property);
			const names = choices.map((choice) => choice.name);
			expect(new Set(names).size).toBe(names.length);
			expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
			expect(names.filter((one) => /[*\p{Extended_Pictographic}]/u.test(one) && !/^[\d]/.test(one))).toEqual(
				[],
			);
			if (ORDERED_MENUS.includes(property.name)) continue;
			const sorted = [...names].sort((one, other) => one.localeCompare(other));
			expect({ name: property.name, names }).toEqual({ name: property.name, names: sorted });
		}
	});

	it('has a default for each field, and JSON at the top level only where it is required', () => {
		expect(properties.filter(({ default: value }) => value === undefined)).toEqual([]);
		const json = description.properties.filter(({ type, required }) => type === 'json' && !required);
		expect(json.map((one) => one.name)).toEqual([]);
	});

	it('has icons that stand out from the light and the dark canvas', () => {
		const { light, dark } = description.icon as { light: string; dark: string };
		for (const [file, background] of [
			[light, '#ffffff'],
			[dark, '#2b2b2b'],
		] as const) {
			const svg = readFileSync(join(__dirname, '../../../nodes', name, file.replace('file:', '')), 'utf8');
			const colors = svg.match(/#[0-9a-f]{6}\b/gi) ?? [];
			expect(Math.max(...colors.map((color) => contrast(color, background)))).toBeGreaterThanOrEqual(3);
		}
	});

	it('offers a list first where one can choose between that and an ID, unless the run itself tells', () => {
		const locators = properties.filter(
			({ type, modes = [] }) => type === 'resourceLocator' && modes.length > 1,
		);
		const first = locators.map(({ modes, default: value }) => [
			modes?.[0]?.name,
			(value as { mode: string }).mode,
		]);
		const other = first.filter(([mode, byDefault]) => mode !== byDefault || !/^(list|run)$/.test(mode ?? ''));
		expect(other).toEqual([]);
	});

	it('begins placeholders with “e.g.” and descriptions of switches with “Whether”', () => {
		const placeholders = properties
			.filter(({ type }) => type !== 'collection' && type !== 'fixedCollection')
			.flatMap(({ placeholder }) => placeholder ?? []);
		expect(placeholders.filter((placeholder) => !placeholder.startsWith('e.g. '))).toEqual([]);
		const switches = properties.filter(({ type }) => type === 'boolean');
		expect(switches.filter(({ description: text }) => !text?.startsWith('Whether '))).toEqual([]);
	});
});

/** Words that people have searched the node panel for in vain. */
const SEARCHES = [
	'ai agent',
	'approval',
	'buy credits',
	'contact',
	'do not call',
	'photo',
	'sms',
	'telephone',
	'voicemail',
];

// n8n shows one entry for the action node and the trigger of that name, and searches the words of the former.
it.each(SEARCHES)('is found in the node panel by “%s”', (words) => {
	expect(readCodex('VoiceAgent').alias.map((one) => one.toLowerCase())).toContain(words);
});

/** The labels of which n8n's node panel makes a list of events, and then drops "Trigger" from a node's name. */
const EVENT_LABELS = ['event', 'events', 'trigger on'];

it('shows the triggers that stand alone in the node panel under their full names', () => {
	for (const trigger of [new VoiceAgentFunctionTrigger(), new VoiceAgentPollingTrigger()]) {
		const labels = trigger.description.properties.map(({ displayName }) => displayName.toLowerCase());
		expect(labels.filter((label) => EVENT_LABELS.includes(label))).toEqual([]);
	}
	const icons = nodes.map(([, { description }]) =>
		JSON.stringify(description.icon).replaceAll('../VoiceAgent/', ''),
	);
	expect(new Set(icons).size).toBe(3);
});

it('names actions without articles, in sentence case', () => {
	const actions = new VoiceAgent().description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ action }) => action ?? ''));
	expect(actions.length).toBeGreaterThan(20);
	expect(actions.filter((action) => /\b(an?|the)\b/i.test(action))).toEqual([]);
	expect(actions.filter((action) => !/^[A-Z][a-z]+( [a-z-]+)+$/.test(action))).toEqual([]);
});

it('masks every secret of a credential, and says of the key that is none why it is not masked', () => {
	const fields = [new VoiceAgentApi(), new VoiceAgentSessionApi()].flatMap(({ properties }) => properties);
	const secrets = ['apiKey', 'chatAppToken', 'password', 'previousSigningSecret', 'refreshToken'];
	secrets.push('sessionToken', 'signingSecret');
	const masked = fields.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name);
	expect(masked.sort()).toEqual(secrets);
	expect(fields.find(({ name }) => name === 'anonKey')?.description).toMatch(/public/);
});

it('simplifies records to at most ten fields, the ID first, and offers AI agents what to get', () => {
	const simplifying = resources.flatMap(({ operations }) =>
		operations.filter(({ output }) => output.kind !== 'deleted' && output.simplified),
	);
	expect(simplifying.length).toBeGreaterThan(4);
	for (const { output, properties } of simplifying) {
		const { simplified = [] } = output as { simplified?: readonly string[] };
		expect(simplified.length).toBeLessThanOrEqual(10);
		expect(simplified[0]).toBe('id');
		const shownToTools = properties.filter(({ displayOptions }) => displayOptions?.show?.['@tool']);
		expect(shownToTools.map(({ name }) => name)).toEqual(expect.arrayContaining(['output', 'outputFields']));
	}
	expect(SIMPLIFIED_LISTED_MESSAGE.length).toBeLessThanOrEqual(10);
});

it('offers the same two credentials wherever a person can choose', () => {
	expect(new VoiceAgent().description.credentials).toEqual(CREDENTIALS);
	expect(new VoiceAgentFunctionTrigger().description.credentials).toBe(CREDENTIALS);
	expect(new VoiceAgentMemory().description.credentials).toBe(CREDENTIALS);
	expect(new VoiceAgentPollingTrigger().description.credentials).toBe(CREDENTIALS);
});
