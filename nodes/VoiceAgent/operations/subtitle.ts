import type { Operation, Resource } from './define';

/** Below the node's name on the canvas: what the node will do, as an expression that the editor evaluates. */
export function buildSubtitle(resources: Resource[]): string {
	const actions = resources.flatMap((resource) =>
		resource.operations.map(
			(operation) => `${JSON.stringify(`${resource.value}:${operation.value}`)}: ${actionOf(operation)}`,
		),
	);
	return `={{ ({ ${actions.join(', ')} })[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

function actionOf({ action, preview }: Operation): string {
	if (!preview) return JSON.stringify(action);
	return `$parameter["${preview.parameter}"] ? ${JSON.stringify(preview.action)} : ${JSON.stringify(action)}`;
}
