import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { type FieldEntry, listFields, readFields, sentence } from './fields.ts';
import { descriptionOf } from './nodes.ts';

const INDEX = 'docs/operations.md';
const FOLDER = 'docs/operations';
const NOTE = '<!-- Made by npm run docs. -->';

/** A field that at least so many resources have is told once, on the index. */
const MANY_RESOURCES = 3;

interface Section {
	heading: string;
	description: string;
	fields: FieldEntry[];
}

interface Operation extends Section {
	resource: string;
	name: string;
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
			name,
			heading: `${resource.name} > ${name}`,
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

/** The fields without those that were told before, collections that this leaves empty included. */
const without = (fields: FieldEntry[], told: Set<string>): FieldEntry[] =>
	fields
		.map((field) => ({ ...field, inside: without(field.inside, told) }))
		.filter((field, index) => {
			const before = fields[index] as FieldEntry;
			return field.text === '' ? field.inside.length > 0 : !told.has(keyOf(before));
		});

const namesOf = (fields: FieldEntry[]): string => fields.map(({ name }) => name).join(', ');

/** Writes a section, and adds its fields to those that were told. */
const writeSection = (section: Section, common: Set<string>, told: Set<string>): string => {
	const again = flatten(section.fields).filter((entry) => told.has(keyOf(entry)));
	const own = without(section.fields, new Set([...common, ...told]));
	for (const entry of flatten(own)) told.add(keyOf(entry));
	return [
		`## ${section.heading}`,
		sentence(section.description),
		...(own.length > 0 ? [listFields(own)] : []),
		...(again.length > 0 ? [`As above: ${namesOf(again)}.`] : []),
	].join('\n\n');
};

const writePage = (title: string, sections: Section[], common: Set<string>): string => {
	const told = new Set<string>();
	return [
		`# ${title}`,
		NOTE,
		...(common.size > 0 ? ['See also the [common fields](../operations.md#common-fields).'] : []),
		...sections.map((section) => writeSection(section, common, told)),
	].join('\n\n');
};

const readOtherNodes = async (folder: string): Promise<Section[]> =>
	await Promise.all(
		['Trigger', 'PollingTrigger', 'FunctionTrigger', 'Memory'].map(async (name) => {
			const { displayName, description, properties } = await descriptionOf(folder, `VoiceAgent${name}`);
			return { heading: displayName, description, fields: readFields(properties) };
		}),
	);

const fileOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}.md`;

const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.replaceAll(' ', '-');

/** All pages with the fields of the nodes, as Markdown by their paths. */
export const operationsDocuments = async (folder: string): Promise<Map<string, string>> => {
	const operations = await readOperations(folder);
	const shared = commonFields(operations);
	const common = new Set(shared.map(keyOf));
	const byResource = [...Map.groupBy(operations, ({ resource }) => resource)];
	const index = [
		'# Operations and fields',
		NOTE,
		'All fields of the nodes. [Values and recipients](values.md) says how the nodes read them, and the editor offers the fields that come out.',
		byResource
			.map(([resource, own]) => {
				const links = own.map(
					({ name, heading }) => `[${name}](operations/${fileOf(resource)}#${anchorOf(heading)})`,
				);
				return `- **${resource}**: ${links.join(', ')}`;
			})
			.join('\n'),
		'The other nodes: [triggers and memory](operations/triggers-and-memory.md).',
		'## Common fields',
		'Each operation has those that it can use.',
		listFields(shared.filter(({ name }, place) => place === shared.findIndex((one) => one.name === name))),
	].join('\n\n');
	const texts: Array<[string, string]> = [
		[INDEX, index],
		...byResource.map(([resource, own]): [string, string] => [
			`${FOLDER}/${fileOf(resource)}`,
			writePage(resource, own, common),
		]),
		[
			`${FOLDER}/triggers-and-memory.md`,
			writePage('Triggers and memory', await readOtherNodes(folder), new Set()),
		],
	];
	const formatted = texts.map(async ([path, text]): Promise<[string, string]> => {
		const config = await resolveConfig(join(folder, path));
		return [path, await format(text, { ...config, parser: 'markdown' })];
	});
	return new Map(await Promise.all(formatted));
};
