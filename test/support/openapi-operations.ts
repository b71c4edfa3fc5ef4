/** As much of JSON Schema as the sandbox's OpenAPI document uses. */
export interface Schema {
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly pattern?: string;
	readonly format?: string;
	readonly minimum?: number;
	readonly maximum?: number;
}

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly schema?: Schema;
}

/** One method of one path. */
export interface Operation {
	readonly method: string;
	/** With its parameters in braces, e.g. `/functions/v1/custom-functions/{id}`. */
	readonly path: string;
	readonly query: readonly Parameter[];
	/** The content type and the schema of the body; absent when there is none. */
	readonly body?: { readonly contentType: string; readonly schema: Schema };
	/** A right body. */
	readonly example?: object;
	/** The statuses that its document names, e.g. `200` or `4XX`. */
	readonly statuses: readonly string[];
	/** The schemas of its answers in JSON, by status. */
	readonly answers: ReadonlyMap<string, Schema>;
}

interface Document {
	readonly paths: Readonly<
		Record<
			string,
			Readonly<
				Record<
					string,
					{
						readonly parameters?: readonly Parameter[];
						readonly requestBody?: {
							readonly content: Readonly<Record<string, { schema?: Schema; example?: object }>>;
						};
						readonly responses?: Readonly<
							Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>
						>;
					}
				>
			>
		>
	>;
}

/** Every operation that the sandbox describes, in the order of its document. */
export async function readOperations(url: string): Promise<Operation[]> {
	const response = await fetch(`${url}/openapi.json`);
	const { paths } = (await response.json()) as Document;
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, described]) => {
			const [body] = Object.entries(described.requestBody?.content ?? {});
			return {
				method: method.toUpperCase(),
				path,
				query: (described.parameters ?? []).filter((parameter) => parameter.in === 'query'),
				statuses: Object.keys(described.responses ?? {}),
				answers: new Map(
					Object.entries(described.responses ?? {}).flatMap(([status, { content }]) => {
						const schema = content?.['application/json']?.schema;
						return schema === undefined ? [] : [[status, schema]];
					}),
				),
				...(body && { body: { contentType: body[0], schema: body[1].schema ?? {} } }),
				...(body?.[1].example && { example: body[1].example }),
			};
		}),
	);
}
