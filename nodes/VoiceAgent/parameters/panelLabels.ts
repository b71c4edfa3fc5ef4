import type { INodeProperties } from 'n8n-workflow';

/**
 * Replaces the service's field names in a message by the labels of the panel, in single quotes. A parameter
 * has the name of its field in camelCase, so that `recipient_wa_id` leads to the parameter `recipientWaId`.
 * Single words are left alone: they may be plain English.
 */
export function withPanelLabels(message: string, properties: readonly INodeProperties[]): string {
	return message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (field) => {
		const name = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
		const label = findLabel(name, properties);
		return label ? `'${label}'` : field;
	});
}

function findLabel(name: string, properties: readonly INodeProperties[]): string | undefined {
	for (const property of properties) {
		if (property.name === name) return property.displayName;
		if (property.type === 'collection') {
			const label = findLabel(name, (property.options ?? []) as INodeProperties[]);
			if (label) return label;
		}
	}
	return undefined;
}
