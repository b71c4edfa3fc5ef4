import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

/** Reads the description of a node. */
export const descriptionOf = async (folder: string, node: string): Promise<INodeTypeDescription> => {
	const file = pathToFileURL(join(folder, 'nodes', node, `${node}.node.ts`)).href;
	const module = (await import(file)) as Record<string, new () => INodeType>;
	const Node = module[node];
	if (!Node) throw new Error(`${file} exports no ${node}`);
	return new Node().description;
};
