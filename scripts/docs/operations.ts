import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import { sentence, tableOf } from './fields.ts';
import { descriptionOf } from './nodes.ts';

/** The path of the page. */
export const operationsPage = 'docs/operations.md';

const head = `# Operations

<!-- Made by npm run docs from what the nodes say of themselves: change it there. -->

Every operation of the **Voice Agent** node with all its fields, and the fields of the other nodes. See also
[What you enter](values.md) for how values are read, [Credentials](credentials.md) for connecting the node to your account, and
[Where the interface is silent](maintainers/where-the-interface-is-silent.md) for when you need **Additional Body Fields**.

![The Voice Agent node's panel](pictures/node-panel.png)
`;

const isIn = ({ displayOptions }: INodeProperties, resource: string, operation?: string): boolean =>
	(displayOptions?.show?.resource?.includes(resource) ?? false) &&
	(operation === undefined || (displayOptions?.show?.operation?.includes(operation) ?? false));

const optionsOf = (properties: INodeProperties[]): INodeProperties[] =>
	(properties.find(({ name }) => name === 'options')?.options ?? []) as INodeProperties[];

/** The field names that the editor offers before the operation has run, where the node has them. */
const outputOf = (folder: string, resource: string, operation: string): string[] => {
	const file = join(folder, 'nodes/VoiceAgent/__schema__/v1.0.0', resource, `${operation}.json`);
	if (!existsSync(file)) return [];
	const { properties = {} } = JSON.parse(readFileSync(file, 'utf8')) as { properties?: object };
	return Object.keys(properties);
};

/** Fields that are the same in each of the operations. */
const commonTo = (operations: INodeProperties[][]): Set<string> => {
	const [first = [], ...others] = operations.map((shown) => optionsOf(shown).map(({ name }) => name));
	return new Set(first.filter((name) => others.every((names) => names.includes(name))));
};

/** The page, in Markdown. */
export const operationsDocument = async (folder: string): Promise<string> => {
	const { properties } = await descriptionOf(folder, 'VoiceAgent');
	const [resources] = properties.filter(({ name }) => name === 'resource');
	const found = (resources?.options as INodePropertyOptions[]).flatMap((resource) => {
		const own = properties.filter((property) => isIn(property, String(resource.value)));
		const menu = own.find(({ name }) => name === 'operation')?.options as INodePropertyOptions[];
		return menu.map((operation) => ({
			resource,
			operation,
			shown: own.filter((property) => isIn(property, String(resource.value), String(operation.value))),
		}));
	});
	const common = commonTo(found.map(({ shown }) => shown));
	const withoutCommon = (property: INodeProperties): INodeProperties => ({
		...property,
		options: property.options?.filter(({ name }) => !common.has(name)),
	});
	const sections = found.map(({ resource, operation, shown }, index) => {
		const output = outputOf(folder, String(resource.value), String(operation.value));
		return [
			...(found[index - 1]?.resource === resource ? [] : [`## ${resource.name}`]),
			`### ${resource.name} > ${operation.name}`,
			sentence(operation.description ?? ''),
			tableOf(shown.map((one) => (one.name === 'options' ? withoutCommon(one) : one))),
			...(output.length > 0 ? [`Output: ${output.map((name) => `\`${name}\``).join(', ')}`] : []),
		].join('\n\n');
	});
	const [, anyOperation] = found;
	const others = [
		'VoiceAgentTrigger',
		'VoiceAgentMessageTrigger',
		'VoiceAgentFunctionTrigger',
		'VoiceAgentMemory',
	].map(async (name) => {
		const { displayName, description, properties: fields } = await descriptionOf(folder, name);
		return `## ${displayName}\n\n${sentence(description)}\n\n${tableOf(fields)}`;
	});
	const text = [
		head,
		...sections,
		`## Options of every operation\n\n${tableOf(
			optionsOf(anyOperation?.shown ?? []).filter(({ name }) => common.has(name)),
		)}`,
		...(await Promise.all(others)),
	].join('\n\n');
	return await format(text, { ...(await resolveConfig(join(folder, operationsPage))), parser: 'markdown' });
};
