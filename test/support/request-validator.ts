import Ajv2020 from 'ajv/dist/2020';

import type { JournalEntry } from './test-service';

/** Says in what a request differs from the service's OpenAPI document; nothing when it fits. */
export type RequestValidator = (request: JournalEntry) => string[];

interface Operation {
	requestBody?: { content?: Record<string, { schema?: object }> };
}

/** Reads the document that the sandbox serves from the schemas with which it validates. */
export async function requestValidator(sandboxUrl: string): Promise<RequestValidator> {
	const response = await fetch(`${sandboxUrl}/openapi.json`);
	const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	const routes = Object.entries(paths).map(([template, operations]) => ({
		pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
		operations,
	}));
	return ({ method, path, body }) => {
		const route = routes.find(({ pattern }) => pattern.test(path));
		const operation = route?.operations[method.toLowerCase()];
		if (!operation) return [`${method} ${path} is not in the document`];
		const schema = operation.requestBody?.content?.['application/json']?.schema;
		if (!schema) return [];
		const check = ajv.compile(schema);
		return check(body)
			? []
			: (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
	};
}
