import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format } from '../format.ts';
import { type FieldEntry, readFields, sentence } from './fields.ts';
import { descriptionOf } from './nodes.ts';

export const operationsPage = 'docs/operations.md';

/** A field that at least so many resources have is named once, at the end of the page. */
const MANY_RESOURCES = 3;

interface Operation {
	resource: string;
	name: string;
	description: string;
	fields: FieldEntry[];
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
			description,
			fields: readFields(own.filter((property) => isIn(property, String(resource.value), String(value)))),
		}));
	});
};

const flatten = (fields: FieldEntry[]): FieldEntry[] =>
	fields.flatMap((field) => (field.inside.length > 0 ? field.inside : [field]));

const isSame = (one: FieldEntry, other: FieldEntry): boolean =>
	one.name === other.name && one.description === other.description;

const commonFields = (operations: Operation[]): FieldEntry[] => {
	const all = operations.flatMap(({ fields, resource }) =>
		flatten(fields).map((field) => ({ field, resource })),
	);
	return all
		.filter(
			({ field }, index) =>
				index === all.findIndex((other) => isSame(field, other.field)) &&
				new Set(all.filter((other) => isSame(field, other.field)).map(({ resource }) => resource)).size >=
					MANY_RESOURCES,
		)
		.map(({ field }) => field);
};

const namesOf = (fields: FieldEntry[]): string => fields.map(({ name }) => name).join(', ');

const writeOperation = ({ name, description, fields }: Operation, common: FieldEntry[]): string => {
	const isOwn = (field: FieldEntry) => !common.some((one) => isSame(one, field));
	const plain = fields.filter(({ inside }) => inside.length === 0).filter(isOwn);
	const collections = fields
		.map((field) => ({ name: field.name, names: namesOf(field.inside.filter(isOwn)) }))
		.filter(({ names }) => names !== '');
	return [
		`### ${name}`,
		sentence(description),
		[
			...(plain.length > 0 ? [`- **Fields**: ${namesOf(plain)}`] : []),
			...collections.map((collection) => `- **${collection.name}**: ${collection.names}`),
		].join('\n'),
	].join('\n\n');
};

/** The page with all operations, as Markdown. */
export const operationsDocument = async (folder: string): Promise<string> => {
	const operations = await readOperations(folder);
	const common = commonFields(operations);
	const page = [
		'# Operations',
		'<!-- Made by npm run docs. -->',
		'All that the **Voice Agent** node does. The panel describes each field: point at its name. [Values and recipients](values.md) says how the node reads what you enter.',
		...[...Map.groupBy(operations, ({ resource }) => resource)].flatMap(([resource, own]) => [
			`## ${resource}`,
			...own.map((operation) => writeOperation(operation, common)),
		]),
		'## Common fields',
		'These are in every operation that can use them.',
		common.map(({ name, description }) => `- **${name}**: ${description}`).join('\n'),
	].join('\n\n');
	return format(operationsPage, page);
};
