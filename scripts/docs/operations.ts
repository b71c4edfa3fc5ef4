import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { type FieldEntry, listFields, readFields, sentence } from './fields.ts';
import { descriptionOf } from './nodes.ts';

const OPERATIONS_PAGE = 'docs/operations.md';
const OTHER_NODES_PAGE = 'docs/triggers-and-memory.md';
const NOTE = '<!-- Made by npm run docs. -->';

/** A field that at least so many resources have is told once, at the top of the page. */
const MANY_RESOURCES = 3;

interface Section {
	/** With its number signs. */
	heading: string;
	description: string;
	fields: FieldEntry[];
}

interface Operation extends Section {
	resource: string;
}

const isIn = ({ displayOptions }: INodeProperties, resource: string, operation?: string): boolean =>
	(displayOptions?.show?.resource?.includes(resource) ?? false) &&
	(operation === undefined || (displayOptions?.show?.operation?.includes(operation) ?? false));

const readOperations = async (folder: string): Promise<Operation[]> => {
	const { properties } = await descriptionOf(folder, 'VoiceAgent');
	const resources = properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];
	return resources.flatMap((resource) => {
		const own = properties.filter((property) => isIn(property, String(resource.value)));
		const menu = own.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
		return menu.map(({ name, value, description = '' }) => ({
			resource: resource.name,
			heading: `### ${resource.name} > ${name}`,
			description,
			fields: readFields(own.filter((property) => isIn(property, String(resource.value), String(value)))),
		}));
	});
};

/** A field by all that is told of it, wherever in the panel it is. */
const keyOf = (entry: FieldEntry): string => listFields([entry]);

const flatten = (fields: FieldEntry[]): FieldEntry[] =>
	fields.flatMap((field) => (field.text === '' ? field.inside : [field]));

const commonFields = (operations: Operation[]): FieldEntry[] => {
	const found = new Map<string, { entry: FieldEntry; resources: Set<string> }>();
	for (const { fields, resource } of operations) {
		for (const entry of flatten(fields)) {
			const before = found.get(keyOf(entry)) ?? { entry, resources: new Set() };
			found.set(keyOf(entry), { entry, resources: before.resources.add(resource) });
		}
	}
	return [...found.values()]
		.filter(({ resources }) => resources.size >= MANY_RESOURCES)
		.map(({ entry }) => entry);
};

/** The fields without some that stand elsewhere, and without collections that this leaves empty. */
const without = (fields: FieldEntry[], elsewhere: Set<string>): FieldEntry[] =>
	fields
		.map((field) => ({ ...field, inside: without(field.inside, elsewhere) }))
		.filter((field) => (field.text === '' ? field.inside.length > 0 : !elsewhere.has(keyOf(field))));

const namesOf = (fields: FieldEntry[]): string => fields.map(({ name }) => name).join(', ');

/** Describes each field once, and names it in the sections that follow. */
const writeSections = (sections: Section[], common: Set<string>): string => {
	const told = new Set<string>();
	return sections
		.map(({ heading, description, fields }) => {
			const { again = [], own = [] } = Object.groupBy(without(fields, common), (entry) =>
				entry.text !== '' && told.has(keyOf(entry)) ? 'again' : 'own',
			);
			for (const entry of own) told.add(keyOf(entry));
			return [
				heading,
				sentence(description),
				...(own.length > 0 ? [listFields(own)] : []),
				...(again.length > 0 ? [`As above: ${namesOf(again)}.`] : []),
			].join('\n\n');
		})
		.join('\n\n');
};

const readOtherNodes = async (folder: string): Promise<Section[]> =>
	await Promise.all(
		['Trigger', 'PollingTrigger', 'FunctionTrigger', 'Memory'].map(async (name) => {
			const { displayName, description, properties } = await descriptionOf(folder, `VoiceAgent${name}`);
			return { heading: `## ${displayName}`, description, fields: readFields(properties) };
		}),
	);

/** Both pages with the fields of the nodes, as Markdown by their paths. */
export const operationsDocuments = async (folder: string): Promise<Map<string, string>> => {
	const operations = await readOperations(folder);
	const shared = commonFields(operations);
	const common = new Set(shared.map(keyOf));
	const operationsPage = [
		'# Operations and fields',
		NOTE,
		'All that the **Voice Agent** node does, with its fields. Those under **Options**, **Filters** and **Update Fields** are only named here, and the panel describes them. [Values and recipients](values.md) says how the node reads what you enter. The other nodes are on [a page of their own](triggers-and-memory.md).',
		'## Common fields',
		'Each operation has those that it can use.',
		listFields(shared.filter(({ name }, place) => place === shared.findIndex((one) => one.name === name))),
		...[...Map.groupBy(operations, ({ resource }) => resource)].flatMap(([resource, own]) => [
			`## ${resource}`,
			writeSections(own, common),
		]),
	];
	const otherNodesPage = [
		'# Triggers and memory',
		NOTE,
		'The fields of the triggers and the memory. Those under **Options** are only named here, and the panel describes them.',
		writeSections(await readOtherNodes(folder), new Set()),
	];
	const texts = [
		[OPERATIONS_PAGE, operationsPage],
		[OTHER_NODES_PAGE, otherNodesPage],
	] as const;
	const formatted = texts.map(async ([path, parts]): Promise<[string, string]> => {
		const config = await resolveConfig(join(folder, path));
		return [path, await format(parts.join('\n\n'), { ...config, parser: 'markdown' })];
	});
	return new Map(await Promise.all(formatted));
};
