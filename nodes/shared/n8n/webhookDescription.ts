import type { NativeParameterResolvers, WEBHOOK_RESOLVERS } from 'n8n-workflow';

/**
 * The key under which a webhook's description holds functions that stand for its expressions. n8n 2.41
 * exports it from n8n-workflow, older versions do not, and an import that is missing would keep them from
 * loading the node. They ignore the key and use the expressions.
 */
const RESOLVERS: typeof WEBHOOK_RESOLVERS = Symbol.for(
	'n8n.webhookDescriptionResolvers',
) as typeof WEBHOOK_RESOLVERS;

/**
 * Makes fields of a webhook's description that n8n reads without its expression engine, which would cost each
 * event more than all the rest. Tested by test/engine/n8n-internals.test.ts.
 * @param fields Each field as an expression and as a function with the same result.
 */
export const withNativeResolvers = <Field extends string>(
	fields: Record<Field, NativeParameterResolvers[string]>,
): Record<Field, string> & { [RESOLVERS]: NativeParameterResolvers } => {
	const templates = Object.entries<NativeParameterResolvers[string]>(fields).map(
		([name, { template }]) => [name, template] as const,
	);
	return { ...(Object.fromEntries(templates) as Record<Field, string>), [RESOLVERS]: fields };
};
