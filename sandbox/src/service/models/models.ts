/** The only provider of language models. */
const MODEL_PROVIDER = 'sandbox-models';

/** The models that agents can use (section 2, model); the one with the lowest latency is the default. */
export const MODELS = [
	{
		id: 'sandbox-swift-1',
		name: 'Swift',
		provider: MODEL_PROVIDER,
		description: 'Answers fastest; for calls in which every pause is heard.',
		latency: 'lowest',
		is_default: true,
	},
	{
		id: 'sandbox-steady-1',
		name: 'Steady',
		provider: MODEL_PROVIDER,
		description: 'Follows longer instructions; for bookings and orders.',
		latency: 'low',
		is_default: false,
	},
	{
		id: 'sandbox-thorough-1',
		name: 'Thorough',
		provider: MODEL_PROVIDER,
		description: 'Thinks longest; for texts, where a second more is not noticed.',
		latency: 'medium',
		is_default: false,
	},
] as const;

/** The default model of agents. */
export const [DEFAULT_MODEL] = MODELS;
