// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title The addresses of Polymarket's contracts on Polygon, where the sandbox's stand-ins are placed.
library Places {
    address internal constant PUSD = 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB;
    address internal constant CONDITIONAL_TOKENS = 0x4D97DCd97eC945f40cF65F87097ACe5EA0476045;
    address internal constant EXCHANGE_V2 = 0xE111180000d2663C0091e4f400237545B87B996B;
    address internal constant NEG_RISK_EXCHANGE_V2 = 0xe2222d279d744050d28e00520010520000310F59;
    address internal constant EXCHANGE_V3 = 0xe3333700cA9d93003F00f0F71f8515005F6c00Aa;
    address internal constant COLLATERAL_ADAPTER = 0xAdA100Db00Ca00073811820692005400218FcE1f;
    address internal constant NEG_RISK_COLLATERAL_ADAPTER = 0xadA2005600Dec949baf300f4C6120000bDB6eAab;
    address internal constant WALLET_BEACON = 0x7A18EDfe055488A3128f01F563e5B479D92ffc3a;
    address internal constant WALLET_IMPLEMENTATION = 0x58CA52ebe0DadfdF531Cde7062e76746de4Db1eB;
    /// The collateral by which the real conditional tokens know the venue's positions: bridged USDC, which pUSD wraps.
    address internal constant UNDERLYING = 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174;

    function isExchange(address caller) internal pure returns (bool) {
        return caller == EXCHANGE_V2 || caller == NEG_RISK_EXCHANGE_V2 || caller == EXCHANGE_V3;
    }

    function isAdapter(address caller) internal pure returns (bool) {
        return caller == COLLATERAL_ADAPTER || caller == NEG_RISK_COLLATERAL_ADAPTER;
    }
}
