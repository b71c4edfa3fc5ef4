import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { format } from '../format.ts';

export const operationsPage = 'docs/operations.md';

/** The options of one of the two menus at the top of the panel. */
const readMenu = (
	properties: INodeProperties[],
	name: 'resource' | 'operation',
	resource?: unknown,
): INodePropertyOptions[] => {
	const isShown = ({ displayOptions }: INodeProperties) =>
		resource === undefined || displayOptions?.show?.resource?.includes(resource as string);
	const menu = properties.find((property) => property.name === name && isShown(property));
	return (menu?.options ?? []) as INodePropertyOptions[];
};

/** Returns a text of a panel with a full stop at its end. */
const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The page with all operations, as Markdown. */
export const operationsDocument = async (folder: string): Promise<string> => {
	const file = pathToFileURL(join(folder, 'nodes', 'VoiceAgent', 'VoiceAgent.node.ts')).href;
	const { VoiceAgent } = (await import(file)) as { VoiceAgent: new () => INodeType };
	const { properties } = new VoiceAgent().description;
	const page = [
		'# Operations',
		'<!-- Made by npm run docs. -->',
		'All that the **Voice Agent** node does. The panel describes each field: point at its name. [Values and recipients](values.md) says how the node reads what you enter.',
		...readMenu(properties, 'resource').flatMap((resource) => [
			`## ${resource.name}`,
			readMenu(properties, 'operation', resource.value)
				.map(({ name, description = '' }) => `- **${name}**: ${toSentence(description)}`)
				.join('\n'),
		]),
	].join('\n\n');
	return format(operationsPage, page);
};
