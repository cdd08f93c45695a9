// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title The sandbox's stand-in for Circle's USDC: ERC-20 and EIP-3009 with the signing domain of the real token.
/// @dev Its runtime code is placed at the real token's address, so it must not rely on storage that its constructor
/// wrote: names and decimals are constants, the minter is an immutable.
contract SandboxUsdc is ERC3009 {
    address private immutable _minter;

    /// @notice Only the faucet of the sandbox may mint.
    error NotMinter(address caller);

    constructor(address minter) ERC20("", "") EIP712("USD Coin", "2") {
        _minter = minter;
    }

    function name() public pure override returns (string memory) {
        return "USD Coin";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice Creates `value` micro-USDC for `to`.
    function mint(address to, uint256 value) external {
        require(msg.sender == _minter, NotMinter(msg.sender));
        _mint(to, value);
    }
}
