import fc from 'fast-check';

/** The same values on every run unless FUZZ_SEED asks for others; fast-check names the seed when it fails. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

export { fc };
