/**
 * The constants of Lighter's Poseidon2, as sixteen hexadecimal digits each. They were drawn at random once, so they have one source:
 * `hash/poseidon2_goldilocks_plonky2/config.go` of github.com/elliottech/poseidon_crypto v0.0.15 (Apache-2.0), the module that the official
 * signer is built of. The diagonal is Plonky3's for this width.
 */

const DIGITS = /[0-9a-f]{16}/g;

/** The constants of the full rounds, a row each. */
export const EXTERNAL_CONSTANTS: readonly (readonly bigint[])[] = [
  numbers(
    'd70193d17ab3b7d6a2c3662a78a9162b7a9fda827556ad44e8d5501818c996434c7a8fced4d5fd3855ab38985c0c513d' +
      '28a17bd016210b0b8f8277679ec32fa8768b3c3d68a460e9872a022eb559d941d1316dd4b3b97973a7b608e578321000',
  ),
  numbers(
    '3fa02c87b0bee0267a38f0022e13c31e00c054f3c5e8d20d439f50f4bca7242f4d0938aa57cd517fb2e03ac5fb6b9a7d' +
      'e29d1f4237bedca805b7c844bc99b84891cc0b73f34e17ed876e4427694bd75567002ae0725c612d05351f20e0b6315f',
  ),
  numbers(
    '2e3b9ef5457eb60bd9ac17618c3783dd0807528ad8874bcfc78d546a455d2a0ef8b930c81e2481f0712707d8dff3b041' +
      'dcb8c0aa0b9d34c39baddbdf2ee3a4682dd16d50c5176c7889eac5cfbc075cd32a741dea181587f31a4d6aa85a113d84',
  ),
  numbers(
    '4d736286a2387e348bad5dfc4fcb3ee384fbd03adb77c56a8d5cdd1a23ec53a2036f08f08fff28ecb717a3f4dbdfb443' +
      '58a074b5509d645cf92bf834e4b877181541c3a0baa5ac4b22149e6783e676929be8b5d9e112476f41e0969f62babb76',
  ),
  numbers(
    'bc585ad3b9443dbbf28dd3206975cbb1dd8815e53ca045e0de82c416b9e701bac5cb875233afa0257212697cd897ffa9' +
      '67844790aa63cfd7dc0b9cfa97fe65c3e8fe091869a8207062902bb2e413c6d129f9f5001fb84f57be1014796ef5f8be',
  ),
  numbers(
    '71feb53e9bdba19c251054f592ebb71ce1a57643a4bb284ba4ba6f87a45b739b2c1fcade0b958c49bbb424cda9a3e360' +
      '2ca647354c5f3f54c9277b64d152e084dbc9ac97445eff176f6cdf3198969f701de29d14fa76d8f173337458a8cc1d19',
  ),
  numbers(
    'b87e775e2fb3ab23f166a1c7a565c80bb24be06f426c747fc281e8c49482ce0051974c3b3b726c2d87444cf8caf7d619' +
      '7c362f827a580ced9567af14667647a0cbf0473cbec54e37e3209dedeff4f620d43ad94e45a4c4ee976981ee73f41768',
  ),
  numbers(
    'ef707a224e2072582fc779e10e6362ee29b5ee60ad8c891f96b37b39d8bfd667877df68a8b22e7335c41746f562c8d9f' +
      '0c9d76751052b71afb3465341bf1c087a0d14dc614d15eb1dc27d17136906fa6482e163b05ec397f0273a462992366ef',
  ),
];

/** The constants of the partial rounds. */
export const INTERNAL_CONSTANTS = numbers(
  'a571418d95897b608f32676574fcf6d3731102d4e3fb1bbe0330f08328a82d2b7f0449b6557f785d62f06210658dcbcb' +
    'd5a98af9f89c458b77ec69083a346385ef7ca48bbc27f89053e9652f61eac532a71c634abff4f0ccb16f5f0d7e28ea29' +
    'c9dde31d0a003ab22ddadf9775902533e4fa73fb16408b4790242ebc00d2ee59bb02dffd9f381982dea328364c50907c' +
    '1395d3b924857cf87d3ead0d5aec04e6c2f12be3fed746680ba3c338f8c3d285',
);

/** The factors of the partial rounds' linear layer. */
export const INTERNAL_DIAGONAL = numbers(
  'c3b6c08e23ba9300d84b5de94a324fb60d0c371c5b35b84f7964f570e71880375daf18bbd996604b6743bc47b9595257' +
    '5528b9362c59bb70ac45e25b7127b68ba2077d7dfbb606b5f3faac6faee378ae0c6388b51545e883d27dbb6944917b60',
);

function numbers(digits: string): readonly bigint[] {
  return (digits.match(DIGITS) ?? []).map((each) => BigInt(`0x${each}`));
}
