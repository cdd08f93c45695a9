// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {Places} from "./Places.sol";
import {SandboxDepositWallet} from "./SandboxDepositWallet.sol";

/// @title The sandbox's stand-in for the factory of deposit wallets: a wallet's address follows from its owner's, as at the real one.
contract SandboxWalletFactory {
    address public constant BEACON = Places.WALLET_BEACON;
    address private immutable _operator;

    error NotOperator(address caller);

    modifier onlyOperator() {
        require(msg.sender == _operator, NotOperator(msg.sender));
        _;
    }

    constructor(address operator) {
        _operator = operator;
    }

    function predictWalletAddress(address owner) external view returns (address) {
        return Create2.computeAddress(keccak256(_argumentsOf(owner)), keccak256(_creationCodeOf(owner)));
    }

    /// @notice Deploys the wallet of an owner; fails where it exists.
    function deploy(address owner) external onlyOperator returns (address) {
        return Create2.deploy(0, keccak256(_argumentsOf(owner)), _creationCodeOf(owner));
    }

    /// @notice Hands a signed batch to its wallet.
    function proxy(SandboxDepositWallet.Batch calldata batch, bytes calldata signature) external onlyOperator {
        SandboxDepositWallet(batch.wallet).execute(batch, signature);
    }

    function _argumentsOf(address owner) private view returns (bytes memory) {
        return abi.encode(address(this), bytes32(uint256(uint160(owner))));
    }

    /// @dev The smallest ERC-1967 beacon proxy with the arguments at its end (Solady's LibClone), which clients derive addresses from.
    function _creationCodeOf(address owner) private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex"6100923d8160233d3973",
                BEACON,
                hex"60195155f3363d3d373d3d363d602036600436635c60da",
                hex"1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c",
                hex"b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3",
                _argumentsOf(owner)
            );
    }
}

/// @title Tells the code of every deposit wallet.
contract SandboxWalletBeacon {
    function implementation() external pure returns (address) {
        return Places.WALLET_IMPLEMENTATION;
    }
}
